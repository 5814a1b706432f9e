// Private to the migration: formulas over new codes.
#ifndef VD_FRONT_C_MIGRATE_IMPL_H
#define VD_FRONT_C_MIGRATE_IMPL_H

#include "front/c/migrate.h"

// A formula is a number; equal formulas have equal numbers.
typedef uint32_t VdFormula;
#define VD_FORMULA_NONE UINT32_MAX

typedef struct VdFormulas {
  const VdCrosswalk *crosswalk;
  VdMigration *out;
  VD_VEC(struct VdFormulaNode) node;
  VdMap known;   // hash to number + 1
  VdNames name;  // of tables that were made
} VdFormulas;

typedef enum VdFormulaKind {
  VD_FORMULA_FALSE,
  VD_FORMULA_TRUE,
  VD_FORMULA_CODE,
  VD_FORMULA_NOT,
  VD_FORMULA_AND,
  VD_FORMULA_OR,
} VdFormulaKind;

typedef struct VdFormulaNode {
  VdFormulaKind kind;
  VdCode code;
  uint32_t args;
  VdFormula *arg;    // of AND and OR: flat, ascending, each once
  const char *name;  // what it is the translation of, or NULL
} VdFormulaNode;

void vd_formulas_init(VdFormulas *f, const VdCrosswalk *cw, VdMigration *out);
void vd_formulas_done(VdFormulas *f);
VdFormula vd_formula_bool(VdFormulas *f, bool b);
// T of an old code, and of the codes of an old table.
VdFormula vd_formula_code(VdFormulas *f, VdCode old);
VdFormula vd_formula_table(VdFormulas *f, const VdCodeTable *table);
VdFormula vd_formula_not(VdFormulas *f, VdFormula a);
VdFormula vd_formula_and(VdFormulas *f, VdFormula a, VdFormula b);
VdFormula vd_formula_or(VdFormulas *f, VdFormula a, VdFormula b);
VdFormulaKind vd_formula_kind(const VdFormulas *f, VdFormula a);
// Names tables that are made of it.
void vd_formula_name(VdFormulas *f, VdFormula a, const char *name);

// What may stand there without parentheses.
typedef enum VdLevel { VD_LEVEL_OR, VD_LEVEL_AND, VD_LEVEL_UNARY } VdLevel;
void vd_formula_print(VdFormulas *f, VdFormula a, VdLevel level,
                      uint32_t column, VdBuf *out);

#endif
