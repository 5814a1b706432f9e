// Private to the files of the contract language: tokens, expressions, values.
#ifndef VD_CONTRACT_IMPL_H
#define VD_CONTRACT_IMPL_H

#include "relate/contract.h"
#include "relate/crosswalk_impl.h"

// ------------------------------------------------------------------ tokens
typedef enum VdContractTok {
  VD_CT_END = 0,
  VD_CT_WRONG,  // was reported
  VD_CT_NAME,
  VD_CT_ENUM,    // Type#Name
  VD_CT_INT,     // bits
  VD_CT_REAL,    // text
  VD_CT_MOMENT,  // a time or date: bits of class
  VD_CT_SIGN,    // text: punctuation, operators
} VdContractTok;

typedef struct VdContractToken {
  VdContractTok kind;
  const char *text;
  uint32_t len;
  uint32_t line, column;
  uint64_t bits;
  VdScalarClass class;
  uint64_t unit;  // nanoseconds a count
} VdContractToken;

typedef struct VdContractLexer {
  const char *at, *end;
  const char *line_start;
  uint32_t line;
  VdTrouble *trouble;
} VdContractLexer;
void vd_contract_lex_init(VdContractLexer *lexer, const char *text, size_t len,
                          VdTrouble *trouble);
VdContractToken vd_contract_lex(VdContractLexer *lexer);
// A piece of a file with every run of blanks and comments made one blank.
void vd_contract_squeeze(const char *text, size_t len, VdBuf *out);

// ------------------------------------------------------------- expressions
typedef enum VdContractOp {
  VD_CO_NONE = 0,
#define OP(name, text, level, group) VD_CO_##name,
#include "relate/contract_op.def"
#undef OP
  VD_CO_NOT,  // the unary ones
  VD_CO_FLIP,
  VD_CO_NEG,
} VdContractOp;

typedef enum VdContractKind {
  VD_CE_NAME,    // side and name
  VD_CE_ENUM,    // name: Type#Name
  VD_CE_BOOL,    // bits
  VD_CE_INT,     // bits
  VD_CE_REAL,    // name: its text
  VD_CE_MOMENT,  // bits, class, unit
  VD_CE_UNARY,
  VD_CE_BINARY,
  VD_CE_CHOICE,  // arg[0] ? arg[1] : arg[2]
} VdContractKind;

enum { VD_CONTRACT_BARE = 2 };  // a name without a side

struct VdContractExpr {
  VdContractKind kind;
  VdContractOp op;
  VdPos pos;  // of the operator, or of the first token
  uint32_t depth;
  int side;
  const char *name;
  uint64_t bits;
  VdScalarClass class;
  uint64_t unit;
  const VdContractExpr *arg[3];
};

const char *vd_contract_op_text(VdContractOp op);

// ------------------------------------------------------------------ values
// A number is exact: its bits are as many as it can need.
typedef enum VdValueKind {
  VD_CV_NONE = 0,  // was reported
  VD_CV_BOOL,
  VD_CV_INT,     // is_signed; exact
  VD_CV_FLOAT,   // the sort is its term's
  VD_CV_REAL,    // a literal that takes its format from what it meets: name
  VD_CV_MOMENT,  // class TIME, DATE, TOD or DT; counts of unit
  VD_CV_ENUM,
  VD_CV_WORD,  // a name that may be one of an enumeration's: name
} VdValueKind;

typedef struct VdContractValue {
  VdValueKind kind;
  VdTerm term;
  bool is_signed;
  uint32_t bits;  // INT: the width of its type, 0 if it was computed
  VdScalarClass class;
  uint64_t unit;
  const VdEnum *enumeration;
  bool negative;     // REAL
  const char *name;  // REAL, WORD
  const char *type;  // for messages, or NULL
} VdContractValue;

// What an operator does to values; the error, in the arena, if it can't.
typedef struct VdContractMath {
  VdTerms *tm;
  VdArena *arena;
  const char *error;
} VdContractMath;
VdContractValue vd_contract_variable(VdContractMath *math,
                                     const VdContractType *type, VdTerm term);
VdContractValue vd_contract_int(VdContractMath *math, uint64_t bits);
VdContractValue vd_contract_moment(VdContractMath *math, VdScalarClass class,
                                   uint64_t unit, uint64_t bits);
VdContractValue vd_contract_unary(VdContractMath *math, VdContractOp op,
                                  VdContractValue a);
VdContractValue vd_contract_binary(VdContractMath *math, VdContractOp op,
                                   VdContractValue a, VdContractValue b);
VdContractValue vd_contract_choice(VdContractMath *math, VdTerm condition,
                                   VdContractValue a, VdContractValue b);
// What a value is, for messages: "INT", "a whole number".
const char *vd_contract_describe(const VdContractValue *value);
// A path of an instance without the name of its machine in front.
const char *vd_contract_inside(const char *machine, const char *name);

#endif
