// The table of everything that an LLVM module can contain.
#include "front/c/surface.h"

const VdObserve vd_observe[] = {
#define VD_OBSERVE(group, name, sense, why) \
  {VD_OBSERVE_##group, name, VD_OBSERVED_##sense, why},
#include "front/c/observe.def"
#undef VD_OBSERVE
};
const uint32_t vd_observes = VD_COUNT(vd_observe);

const VdObserve *vd_observe_find(VdObserveGroup group, const char *name,
                                 size_t n) {
  for (uint32_t i = 0; i < vd_observes; i++)
    if (vd_observe[i].group == group && strlen(vd_observe[i].name) == n &&
        !memcmp(vd_observe[i].name, name, n))
      return &vd_observe[i];
  return NULL;
}

const VdObserve *vd_observe_attribute(unsigned kind) {
  for (uint32_t i = 0; i < vd_observes; i++) {
    const VdObserve *row = &vd_observe[i];
    if (row->group == VD_OBSERVE_ATTRIBUTE &&
        LLVMGetEnumAttributeKindForName(row->name, strlen(row->name)) == kind)
      return row;
  }
  return NULL;
}

// ----------------------------------------------------------------- document
static const char *const title[] = {
    [VD_OBSERVE_MODULE] = "A module",
    [VD_OBSERVE_GLOBAL] = "A function, variable or alias",
    [VD_OBSERVE_LINKAGE] = "Linkages",
    [VD_OBSERVE_ATTRIBUTE] = "Attributes of functions, parameters and results",
    [VD_OBSERVE_STRING] = "Attributes that are text",
    [VD_OBSERVE_FLAG] = "Module flags",
    [VD_OBSERVE_NAMED] = "Named metadata",
    [VD_OBSERVE_ATTACHED] = "Metadata of globals and instructions",
    [VD_OBSERVE_TYPE] = "Types",
    [VD_OBSERVE_VALUE] = "Values",
    [VD_OBSERVE_OPCODE] = "Instructions",
    [VD_OBSERVE_CALL] = "Properties of instructions",
    [VD_OBSERVE_DEBUG] = "Debug information",
};
static const char *const word[] = {
    [VD_OBSERVED_COMPARED] = "compared",
    [VD_OBSERVED_CONVENTION] = "compared: calling convention",
    [VD_OBSERVED_DEMAND] = "compared: a demand on callers",
    [VD_OBSERVED_PROMISE] = "compared: a promise to callers",
    [VD_OBSERVED_ACTION] = "compared as text",
    [VD_OBSERVED_ASSUMED] = "assumed",
    [VD_OBSERVED_NONE] = "without effect",
    [VD_OBSERVED_UNSUPPORTED] = "unsupported",
};

static void print_cell(const char *text, VdBuf *out) {
  for (; *text; text++) {
    if (*text == '|' || *text == '<' || *text == '*') vd_buf_char(out, '\\');
    vd_buf_char(out, *text);
  }
}

void vd_observe_print(VdBuf *out) {
  for (int group = 0; group < VD_OBSERVE_GROUPS; group++) {
    vd_buf_printf(out, "\n## %s\n\n| | | |\n|---|---|---|\n", title[group]);
    for (uint32_t i = 0; i < vd_observes; i++) {
      const VdObserve *row = &vd_observe[i];
      if ((int)row->group != group) continue;
      vd_buf_printf(out, "| `%s` | %s | ", row->name, word[row->sense]);
      print_cell(row->why, out);
      vd_buf_str(out, " |\n");
    }
  }
}
