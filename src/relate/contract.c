// Contracts as a whole: files, and which block is whose.
#include "relate/contract.h"

#include <errno.h>
#include <strings.h>

#include "base/limit.h"
#include "relate/contract_impl.h"

VdContract *vd_contract_read(const char *path, VdDiags *diags) {
  VdBuf text = {0};
  VdContract *contract = NULL;
  if (vd_file_read(path, vd_limit->contract_bytes, &text)) {
    contract = vd_contract_read_text(path, vd_buf_text(&text), text.len, diags);
  } else {
    const char *why = strerror(errno);
    vd_diag(diags, VD_ERROR, (VdPos){vd_arena_str(&diags->arena, path), 0, 0},
            "cannot read: %s", why);
  }
  vd_buf_done(&text);
  return contract;
}

void vd_contract_free(VdContract *contract) {
  if (!contract) return;
  vd_arena_done(&contract->arena);
  vd_free(contract);
}

static bool is_same_text(const char *a, const char *b, bool any_case) {
  return any_case ? !strcasecmp(a, b) : !strcmp(a, b);
}

const VdContractBlock *vd_contract_find(const VdContract *contract,
                                        const char *old_name,
                                        const char *new_name, bool any_case) {
  for (uint32_t i = 0; i < contract->blocks; i++) {
    const VdContractBlock *b = &contract->block[i];
    if (is_same_text(b->name[0], old_name, any_case) &&
        is_same_text(b->name[1], new_name, any_case))
      return b;
  }
  return NULL;
}

// ------------------------------------------------------------------ frames
const char *vd_contract_inside(const char *machine, const char *name) {
  size_t n = strlen(machine);
  bool within = !strncasecmp(name, machine, n) && name[n] == '.';
  return within ? name + n + 1 : name;
}

// ------------------------------------------------------------------- names
static bool is_part(const char *written, const char *name) {
  size_t n = strlen(name);
  return !strncasecmp(written, name, n) &&
         (!written[n] || written[n] == '.' || written[n] == '[');
}

static bool speaks(const VdContractExpr *e, int side, const char *name) {
  if (e->kind == VD_CE_NAME && (e->side == side || e->side == VD_CONTRACT_BARE))
    return is_part(e->name, name);
  for (int i = 0; i < 3; i++)
    if (e->arg[i] && speaks(e->arg[i], side, name)) return true;
  return false;
}

bool vd_contract_speaks(const VdContractBlock *block, int side,
                        const char *name) {
  for (uint32_t i = 0; block && i < block->clauses; i++)
    if (block->clause[i].expr && speaks(block->clause[i].expr, side, name))
      return true;
  return false;
}

static bool has_name(const VdContractExpr *e, int side, const char *name) {
  if (e->kind == VD_CE_NAME && e->side == side)
    return !name || is_part(e->name, name);
  for (int i = 0; i < 3; i++)
    if (e->arg[i] && has_name(e->arg[i], side, name)) return true;
  return false;
}

bool vd_contract_excuses(const VdContractBlock *block, int side,
                         const char *name, bool assumed) {
  for (uint32_t i = 0; block && i < block->clauses; i++) {
    const VdClause *clause = &block->clause[i];
    if (clause->expr && (assumed || clause->kind != VD_CLAUSE_ASSUME) &&
        has_name(clause->expr, side, name))
      return true;
  }
  return false;
}

bool vd_contract_covers(const VdContractBlock *block, const char *name) {
  for (uint32_t i = 0; block && i < block->clauses; i++) {
    const VdClause *clause = &block->clause[i];
    if (clause->kind == VD_CLAUSE_ENSURE && clause->expr &&
        has_name(clause->expr, 0, name) && has_name(clause->expr, 1, NULL))
      return true;
  }
  return false;
}

bool vd_contract_ensures(const VdContractBlock *block) {
  bool own = false, all = false;
  for (uint32_t i = 0; block && i < block->clauses; i++) {
    const VdClause *clause = &block->clause[i];
    own |= clause->kind == VD_CLAUSE_ENSURE && !clause->defaults;
    all |= clause->kind == VD_CLAUSE_ENSURE && clause->defaults;
  }
  return own && !all;
}

// ---------------------------------------------------------------- printing
void vd_contract_print(const VdContractBlock *block, VdBuf *out) {
  static const char *const word[] = {[VD_CLAUSE_ASSUME] = "assume",
                                     [VD_CLAUSE_RELATE] = "relate",
                                     [VD_CLAUSE_ENSURE] = "ensure"};
  for (uint32_t i = 0; i < block->clauses; i++)
    vd_buf_printf(out, "%s %s;\n", word[block->clause[i].kind],
                  block->clause[i].text);
  for (uint32_t i = 0; i < block->frames; i++) {
    const VdContractBlock *f = &block->frame[i];
    vd_buf_printf(out, "frame %s as %s {\n", f->name[0], f->name[1]);
    vd_contract_print(f, out);
    vd_buf_str(out, "}\n");
  }
}
