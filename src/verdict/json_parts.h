// Private to src/verdict: parts of the JSON form of verdicts.
//
// What is written is read back without loss. Numbers of 64 bits are hexadecimal
// strings, as JSON's own numbers are doubles to many readers; bytes are pairs
// of hexadecimal digits, values are as vd_value_print writes them.
//
// What is read may come from a damaged store or a dying worker: everything is
// checked, and memory is taken only for what is there. Errors stick: a reader
// that meets what it does not expect is not ok, gives empty values, and the
// whole is refused at the end.
#ifndef VD_VERDICT_JSON_PARTS_H
#define VD_VERDICT_JSON_PARTS_H

#include <jansson.h>

#include "verdict/verdict.h"

void vd_put_text(VdJson *json, const char *key, const char *text);  // NULL: ""
void vd_put_word(VdJson *json, const char *key, uint64_t word);

typedef struct VdJsonReader {
  VdArena *arena;  // of texts
  bool ok;
} VdJsonReader;

const char *vd_read_text(VdJsonReader *r, const json_t *in, const char *key);
uint32_t vd_read_number(VdJsonReader *r, const json_t *in, const char *key);
uint64_t vd_read_word(VdJsonReader *r, const json_t *in, const char *key);
double vd_read_double(VdJsonReader *r, const json_t *in, const char *key);
bool vd_read_bool(VdJsonReader *r, const json_t *in, const char *key);
VdPos vd_read_pos(VdJsonReader *r, const json_t *in, const char *key);
// The index of a word among n, 0 if it is none.
uint32_t vd_read_choice(VdJsonReader *r, const json_t *in, const char *key,
                        const char *const *words, uint32_t n);
uint8_t *vd_read_bytes(VdJsonReader *r, const json_t *in, const char *key,
                       size_t *n);
// The array at key and its length, which may be NULL; NULL and not ok if there
// is none.
const json_t *vd_read_array(VdJsonReader *r, const json_t *in, const char *key,
                            uint32_t *n);
typedef VD_VEC(const char *) VdJsonTexts;
void vd_read_texts(VdJsonReader *r, const json_t *in, const char *key,
                   VdJsonTexts *out);

// One member each; what is read has its vectors on the heap.
void vd_case_write(VdJson *json, const VdCase *input);
VdCase *vd_case_read(VdJsonReader *r, const json_t *in);
void vd_machine_run_write(VdJson *json, const VdMachineRun *run);
VdMachineRun *vd_machine_run_read(VdJsonReader *r, const json_t *in);
void vd_related_write(VdJson *json, const VdRelated *related);
VdRelated *vd_related_read(VdJsonReader *r, const json_t *in);

#endif
