// What the files of the crosswalk share.
#ifndef VD_CROSSWALK_IMPL_H
#define VD_CROSSWALK_IMPL_H

#include "relate/crosswalk.h"

// A code as a file wrote it. Its name in VdSideCodes.names is the digit of its
// system and then the text in capitals: without dots where the system knows
// their place, as written where it does not (plain). Which names are one code
// is settled by finish, when all files are known.
typedef struct VdRawCode {
  VdCrossOrigin first;
  const char *written;  // plain: as first written; else NULL
} VdRawCode;

typedef struct VdCodeInfo {
  const char *text;   // capitals, no dots
  const char *shown;  // with its dot
  uint8_t len;        // of text
  uint8_t system;
} VdCodeInfo;

typedef struct VdSideCodes {
  VdNames names;
  VD_VEC(VdRawCode) raw;  // by name - 1; gone after finish
  VdCodeInfo *code;       // by text, then by system
  uint32_t codes;
  uint32_t *slot;  // hash of text to the first code with it, + 1
  uint32_t slots;
  uint32_t *line_at, *line;  // lines of code c: line_at[c] to line_at[c + 1]
} VdSideCodes;

typedef struct VdLineInfo {
  uint32_t code_at;  // old codes, then new ones
  uint32_t origin_at;
  uint32_t origins : 31;
  uint32_t approximate : 1;
  uint16_t count[2];
} VdLineInfo;

typedef struct VdLineStore {
  VD_VEC(VdLineInfo) line;
  VD_VEC(uint32_t) code;  // names - 1 until finish, then VdCode
  VD_VEC(VdCrossOrigin) origin;
} VdLineStore;
void vd_line_store_done(VdLineStore *store);

// A code that a plain file says has no map.
typedef struct VdUnmapped {
  uint32_t side, code;
  VdCrossOrigin origin;
} VdUnmapped;

struct VdCrosswalk {
  VdArena arena;
  VD_VEC(const char *) file;
  VdSideCodes side[2];
  VdLineStore j;
  VD_VEC(VdUnmapped) unmapped;
  uint32_t expanded;  // lines from combinations
  bool lenient, failed, finished;
};

// ---------------------------------------------------------------- messages
// Messages about one file: the first of them, then a count.
typedef struct VdTrouble {
  VdDiags *diags;
  const char *path;  // in the arena of diags
  uint32_t count[VD_ERROR + 1];
} VdTrouble;
VdTrouble vd_trouble_of(VdDiags *diags, const char *path);
void vd_trouble(VdTrouble *trouble, VdSeverity severity, uint32_t line,
                uint32_t column, const char *fmt, ...) VD_PRINTF(5, 6);
void vd_vtrouble(VdTrouble *trouble, VdSeverity severity, uint32_t line,
                 uint32_t column, const char *fmt, va_list args);
// Nobody will see another error: no need to look for what was meant.
bool vd_trouble_is_full(const VdTrouble *trouble);
bool vd_trouble_end(VdTrouble *trouble);  // says how many more; any errors?

// A piece of a file for a message: short, in quotes, nothing unprintable. Its
// size is that of an array, not a limit.
enum { VD_EXCERPT_MAX = 32 };
typedef struct VdExcerpt {
  char text[4 * VD_EXCERPT_MAX + 8];
} VdExcerpt;
VdExcerpt vd_excerpt_of(const char *text, size_t len);

// Reads a file as vd_file_read does, with a message if it cannot.
bool vd_text_read(const char *path, VdBuf *out, VdDiags *diags);

// ------------------------------------------------------------------- lines
// Lines of a text; \n and \r\n end one, a byte-order mark is skipped.
typedef struct VdTextLines {
  const char *next, *end;
  const char *at;  // this line
  size_t len;
  uint32_t number;
} VdTextLines;
VdTextLines vd_text_lines(const char *text, size_t len);
bool vd_text_lines_next(VdTextLines *lines);

// A cursor over one line, for plain crosswalks and tables.
typedef struct VdCursor {
  const char *start, *at, *end;
} VdCursor;
void vd_cursor_skip(VdCursor *cursor);  // blanks, and a comment at the end
uint32_t vd_cursor_column(const VdCursor *cursor);
// A code in quotes or not. False if there is none here, or with *why set if
// its quote does not end.
bool vd_cursor_code(VdCursor *cursor, const char **text, size_t *len,
                    const char **why);

// ------------------------------------------------------------------- codes
// Text in capitals, behind one byte for the system.
typedef struct VdFolded {
  char text[VD_CODE_MAX + 2];
  uint8_t len;  // without that byte
  bool dotted;
} VdFolded;
bool vd_code_fold(const char *text, size_t len, bool keep_dots, VdFolded *out);
// With the dot in the place that the system has for it. out has VD_CODE_MAX + 2
// bytes; gives the length.
size_t vd_code_dot(VdCodeSystem system, const char *text, size_t len,
                   char *out);
bool vd_code_has_shape(VdCodeSystem system, const char *text, size_t len);
// The raw code, made where it is new.
uint32_t vd_code_intern(VdCrosswalk *cw, VdSide side, VdCodeSystem system,
                        VdFolded *folded, const char *written, size_t len,
                        VdCrossOrigin origin);
uint64_t vd_code_hash(const char *text, size_t len);

// ----------------------------------------------------------------- readers
typedef struct VdReader {
  VdCrosswalk *cw;
  VdTrouble trouble;
  const char *text;
  size_t len;
  uint32_t file;
} VdReader;
// What a GEM with this name is, by its codes too; AUTO when unsure, with an
// error that says so.
VdCrosswalkFormat vd_gem_direction(VdReader *reader, VdCrosswalkFormat named);
void vd_crosswalk_read_gem(VdReader *reader, VdCrosswalkFormat format);
void vd_crosswalk_read_plain(VdReader *reader);

// One row of a GEM, split; columns is 4 where there are more.
typedef struct VdGemRow {
  const char *source, *target, *flags;
  size_t source_len, target_len, flags_len;
  uint32_t columns;
} VdGemRow;
VdGemRow vd_gem_split(const char *at, size_t len);
bool vd_gem_is_row(const VdGemRow *row);  // three columns, five digits last

// Adds a raw line; sets are raw codes.
void vd_crosswalk_add(VdCrosswalk *cw, const uint32_t *const set[2],
                      const uint32_t count[2], bool approximate,
                      const VdCrossOrigin *origin, uint32_t origins);

#endif
