// Facts of a module as a whole: its target, its flags and metadata, assembly;
// and what only its printed text tells.
#include "base/limit.h"
#include "front/c/surface.h"

static void put_metadata(VdSurface *s, LLVMValueRef node, uint32_t depth,
                         VdBuf *out);

static void put_node(VdSurface *s, LLVMValueRef node, uint32_t depth,
                     VdBuf *out) {
  unsigned n = LLVMGetMDNodeNumOperands(node);
  LLVMValueRef *all = vd_alloc(vd_mul(n + 1, sizeof *all));
  LLVMGetMDNodeOperands(node, all);
  vd_buf_char(out, '{');
  for (unsigned i = 0; i < n; i++) {
    if (i) vd_buf_str(out, ", ");
    put_metadata(s, all[i], depth, out);
  }
  vd_buf_char(out, '}');
  vd_free(all);
}

static void put_metadata(VdSurface *s, LLVMValueRef node, uint32_t depth,
                         VdBuf *out) {
  unsigned n = 0;
  const char *text = NULL;
  if (!node) {
    vd_buf_str(out, "null");
  } else if (++depth > vd_limit->surface_metadata) {
    // Not like anything of another file.
    vd_buf_printf(out, "(nested too deeply in %s)", s->lift->path);
  } else if (LLVMGetValueKind(node) != LLVMMetadataAsValueValueKind) {
    vd_buf_str(out, vd_surface_value_text(s, node));
  } else if ((text = LLVMGetMDString(node, &n))) {
    vd_buf_printf(out, "\"%.*s\"", (int)n, text);
  } else if (LLVMIsAMDNode(node)) {
    put_node(s, node, depth, out);
  } else {
    vd_buf_str(out, vd_surface_value_text(s, node));
  }
}

// Metadata of a function or variable that the table does not make light of.
void vd_surface_put_attached(VdSurface *s, LLVMValueRef value, VdBuf *out) {
  size_t n = 0;
  LLVMContextRef context = LLVMGetModuleContext(s->lift->llvm);
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(value, &n);
  for (unsigned i = 0; i < n; i++) {
    unsigned kind = LLVMValueMetadataEntriesGetKind(all, i);
    const VdObserve *row = NULL;
    for (uint32_t k = 0; k < vd_observes && !row; k++)
      if (vd_observe[k].group == VD_OBSERVE_ATTACHED &&
          LLVMGetMDKindIDInContext(context, vd_observe[k].name,
                                   (unsigned)strlen(vd_observe[k].name)) ==
              kind)
        row = &vd_observe[k];
    if (row && row->sense == VD_OBSERVED_NONE) continue;
    if (out->len) vd_buf_str(out, ", ");
    vd_buf_printf(out, "!%s ", row ? row->name : "metadata");
    put_metadata(s,
                 LLVMMetadataAsValue(
                     context, LLVMValueMetadataEntriesGetMetadata(all, i)),
                 0, out);
  }
  LLVMDisposeValueMetadataEntries(all);
}

// What is so unless someone asks for something else.
static bool is_usual(const char *flag, const char *value) {
  static const struct {
    const char *flag, *value;
  } usual[] = {{"wchar_size", "i32 4"}, {"short_enum", "i32 0"}};
  for (size_t i = 0; i < VD_COUNT(usual); i++)
    if (!strcmp(flag, usual[i].flag) && strstr(value, usual[i].value))
      return true;
  return false;
}

static void add_flags(VdSurface *s) {
  size_t n = 0, len = 0;
  LLVMContextRef context = LLVMGetModuleContext(s->lift->llvm);
  LLVMModuleFlagEntry *all = LLVMCopyModuleFlagsMetadata(s->lift->llvm, &n);
  for (unsigned i = 0; i < n; i++) {
    const char *key = LLVMModuleFlagEntriesGetKey(all, i, &len);
    const VdObserve *row = vd_observe_find(VD_OBSERVE_FLAG, key, len);
    if (row && row->sense == VD_OBSERVED_NONE) continue;
    VdBuf value = {0};
    put_metadata(
        s,
        LLVMMetadataAsValue(context, LLVMModuleFlagEntriesGetMetadata(all, i)),
        0, &value);
    const char *flag = vd_arena_printf(&s->lift->arena, "%.*s", (int)len, key);
    const char *text = vd_surface_keep(s, &value);
    if (!is_usual(flag, text))
      vd_surface_add(s, VD_FACT_FLAG, flag, text,
                     (VdPos){.file = s->lift->path});
  }
  LLVMDisposeModuleFlagsMetadata(all);
}

static void add_named(VdSurface *s) {
  for (LLVMNamedMDNodeRef node = LLVMGetFirstNamedMetadata(s->lift->llvm); node;
       node = LLVMGetNextNamedMetadata(node)) {
    size_t n = 0;
    const char *key = LLVMGetNamedMetadataName(node, &n);
    const VdObserve *row = vd_observe_find(VD_OBSERVE_NAMED, key, n);
    if (row && row->sense != VD_OBSERVED_ACTION) continue;
    const char *name = vd_arena_printf(&s->lift->arena, "%.*s", (int)n, key);
    unsigned count = LLVMGetNamedMetadataNumOperands(s->lift->llvm, name);
    LLVMValueRef *all = vd_alloc(vd_mul(count + 1, sizeof *all));
    LLVMGetNamedMetadataOperands(s->lift->llvm, name, all);
    VdBuf value = {0};
    for (unsigned i = 0; i < count; i++) put_metadata(s, all[i], 0, &value);
    vd_surface_add(s, VD_FACT_METADATA, name, vd_surface_keep(s, &value),
                   (VdPos){.file = s->lift->path});
    vd_free(all);
  }
}

// "x86_64-linux-gnu" of "x86_64-pc-linux-gnu": the vendor is only a name.
static const char *triple(VdSurface *s) {
  const char *text = LLVMGetTarget(s->lift->llvm);
  const char *dash = text ? strchr(text, '-') : NULL;
  const char *rest = dash ? strchr(dash + 1, '-') : NULL;
  if (!rest) return text;
  return vd_arena_printf(&s->lift->arena, "%.*s%s", (int)(dash - text), text,
                         rest);
}

// Files that assembly takes in: what is in them is in no module.
static void add_included(VdSurface *s, const char *text, size_t n, VdPos pos) {
  static const char *const word[] = {".incbin", ".include"};
  const char *all = vd_arena_printf(&s->lift->arena, "%.*s", (int)n, text);
  for (size_t i = 0; i < VD_COUNT(word); i++)
    for (const char *at = all; (at = strstr(at, word[i])); at++) {
      const char *file = at + strlen(word[i]);
      file += strspn(file, " \t");
      size_t len = strcspn(file, "\n;");
      vd_surface_add(s, VD_FACT_INCLUDED,
                     vd_surface_short(s, file, len ? len : 1), "yes", pos);
    }
}

static void add_inline(void *context, LLVMValueRef call, const char *text,
                       size_t n) {
  VdSurface *s = context;
  add_included(s, text, n, vd_lift_pos(s->lift, call));
}

static void add_whole(VdSurface *s) {
  size_t n = 0;
  VdPos pos = {.file = s->lift->path};
  const char *text = LLVMGetModuleInlineAsm(s->lift->llvm, &n);
  if (n) {
    vd_surface_add(s, VD_FACT_ASSEMBLY, "", vd_surface_short(s, text, n), pos);
    add_included(s, text, n, pos);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(s->lift->llvm); f;
       f = LLVMGetNextFunction(f))
    vd_lift_each_inline(f, s, add_inline);
  const char *target = triple(s);
  const char *layout = LLVMGetDataLayoutStr(s->lift->llvm);
  if (target && *target)
    vd_surface_add(s, VD_FACT_TARGET, "triple", target, pos);
  if (layout && *layout)
    vd_surface_add(s, VD_FACT_TARGET, "data layout", layout, pos);
  add_flags(s);
  add_named(s);
}

static bool is_called(VdSurface *s, const char *intrinsic) {
  size_t n;
  if (!intrinsic) return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(s->lift->llvm); f;
       f = LLVMGetNextFunction(f))
    if (LLVMGetFirstUse(f) &&
        !strncmp(LLVMGetValueName2(f, &n), intrinsic, strlen(intrinsic)))
      return true;
  return false;
}

// Compilers call these by themselves, and mean the definition of this file.
static void add_own(VdSurface *s) {
  static const struct {
    const char *name, *intrinsic;
  } row[] = {
#define VD_CALLED(name, intrinsic) {name, intrinsic},
#define VD_CALLED_MATH(name, intrinsic)                                   \
  {name, "llvm." intrinsic ".f64"}, {name "f", "llvm." intrinsic ".f32"}, \
      {name "l", "llvm." intrinsic ".f80"},
#include "front/c/called.def"
#undef VD_CALLED_MATH
#undef VD_CALLED
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    VdPos pos = {.file = s->lift->path};
    LLVMValueRef own = LLVMGetNamedFunction(s->lift->llvm, row[i].name);
    bool defined = own && !LLVMIsDeclaration(own);
    bool used = (defined || row[i].intrinsic) && is_called(s, row[i].intrinsic);
    if (defined)
      vd_surface_add(s, VD_FACT_OWN, row[i].name, "yes",
                     vd_lift_func_pos(s->lift, own));
    if (defined && used)
      vd_surface_add(
          s, VD_FACT_ASSUMED, "",
          vd_arena_printf(&s->lift->arena,
                          "%s of this file does what the standard says of it",
                          row[i].name),
          pos);
    else if (used)
      vd_surface_add(s, VD_FACT_IMPORT, row[i].name, "strong", pos);
  }
}

void vd_surface_module(VdSurface *s) {
  add_own(s);
  add_whole(s);
}

// ----------------------------------------- what LLVM's API does not tell
// Attributes of variables (#pragma clang section), partitions and code models
// are only in the text of a module, so that is printed, without contents.
static const char *find_group(const char *text, const char *number, size_t n) {
  for (const char *at = text; (at = strstr(at, "\nattributes #")); at++) {
    const char *own = at + strlen("\nattributes #");
    if (!strncmp(own, number, n) && own[n] == ' ') return own + n + 3;
  }
  return NULL;
}

static void put_line(VdSurface *s, LLVMValueRef global, const char *text,
                     const char *line, size_t n) {
  static const char *const word[] = {"partition \"", "code_model \""};
  VdBuf out = {0};
  const char *one = vd_arena_printf(&s->lift->arena, "%.*s", (int)n, line);
  for (size_t i = 0; i < VD_COUNT(word); i++) {
    const char *at = strstr(one, word[i]);
    if (at) vd_buf_printf(&out, "%.*s ", (int)strcspn(at, ","), at);
  }
  const char *group = strrchr(one, '#');
  const char *found = group && group > one && group[-1] == ' '
                          ? find_group(text, group + 1, strlen(group + 1))
                          : NULL;
  if (found) vd_buf_printf(&out, "%.*s", (int)strcspn(found, "\n"), found);
  const char *value = vd_surface_keep(s, &out);
  if (*value)
    vd_surface_add(s, VD_FACT_ATTRIBUTES, vd_lift_name(s->lift, global), value,
                   vd_surface_variable_pos(s, global));
}

// Changes the LLVM module: comes last.
void vd_surface_printed(VdSurface *s) {
  VD_VEC(LLVMValueRef) all = {0};
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->lift->llvm); g;
       g = LLVMGetNextGlobal(g)) {
    if (!LLVMIsDeclaration(g)) LLVMSetInitializer(g, NULL);
    vd_push(&all, g);
  }
  char *text = all.len ? LLVMPrintModuleToString(s->lift->llvm) : NULL;
  const char *at = text;
  for (uint32_t i = 0; i < all.len && at; i++) {
    at = strstr(at, "\n@");
    if (!at) break;
    at++;
    put_line(s, all.at[i], text, at, strcspn(at, "\n"));
  }
  if (text) LLVMDisposeMessage(text);
  vd_vec_done(&all);
}
