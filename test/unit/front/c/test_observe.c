// The table of everything that a module can contain lacks nothing: LLVM's kinds
// are counted, modules are walked, and the document says what the table says.
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>

#include "front/c/clang.h"
#include "front/c/surface.h"
#include "unit.h"

static bool has_row(VdObserveGroup group, const char *name) {
  return vd_observe_find(group, name, strlen(name)) != NULL;
}

static void assert_row(VdObserveGroup group, const char *name) {
  if (!has_row(group, name)) fail_msg("the table lacks %s", name);
}

static void assert_rows(VdObserveGroup group, const char *const *name,
                        size_t n) {
  uint32_t rows = 0;
  for (size_t i = 0; i < n; i++)
    if (name[i]) assert_row(group, name[i]);
  for (uint32_t i = 0; i < vd_observes; i++) {
    if (vd_observe[i].group != group) continue;
    rows++;
    bool found = false;
    for (size_t k = 0; k < n; k++)
      found |= name[k] && !strcmp(name[k], vd_observe[i].name);
    if (!found) fail_msg("LLVM has no %s", vd_observe[i].name);
  }
  assert_true(rows > 0);
}

// -------------------------------------------------------------- LLVM's kinds
static void every_attribute_has_a_row(void **state) {
  (void)state;
  // The last kind is the end of the list.
  for (unsigned k = 1; k < LLVMGetLastEnumAttributeKind(); k++)
    if (!vd_observe_attribute(k)) fail_msg("the table lacks attribute %u", k);
  for (uint32_t i = 0; i < vd_observes; i++)
    if (vd_observe[i].group == VD_OBSERVE_ATTRIBUTE)
      assert_int_not_equal(LLVMGetEnumAttributeKindForName(
                               vd_observe[i].name, strlen(vd_observe[i].name)),
                           0);
}

// A name that LLVM does not know gets the number after those that it knows.
static void every_kind_of_metadata_has_a_row(void **state) {
  (void)state;
  LLVMContextRef context = LLVMContextCreate();
  unsigned end = LLVMGetMDKindIDInContext(context, "veridiff", 8);
  assert_true(end > 30 && end < 100);
  for (unsigned k = 0; k < end; k++) {
    bool found = false;
    for (uint32_t i = 0; i < vd_observes && !found; i++)
      found =
          vd_observe[i].group == VD_OBSERVE_ATTACHED &&
          LLVMGetMDKindIDInContext(context, vd_observe[i].name,
                                   (unsigned)strlen(vd_observe[i].name)) == k;
    if (!found) fail_msg("the table lacks metadata kind %u", k);
  }
  LLVMContextDispose(context);
}

static const char *const linkage[] = {
    [LLVMExternalLinkage] = "external",
    [LLVMAvailableExternallyLinkage] = "available_externally",
    [LLVMLinkOnceAnyLinkage] = "linkonce",
    [LLVMLinkOnceODRLinkage] = "linkonce_odr",
    [LLVMLinkOnceODRAutoHideLinkage] = "linkonce_odr_auto_hide",
    [LLVMWeakAnyLinkage] = "weak",
    [LLVMWeakODRLinkage] = "weak_odr",
    [LLVMAppendingLinkage] = "appending",
    [LLVMInternalLinkage] = "internal",
    [LLVMPrivateLinkage] = "private",
    [LLVMDLLImportLinkage] = "dllimport",
    [LLVMDLLExportLinkage] = "dllexport",
    [LLVMExternalWeakLinkage] = "extern_weak",
    [LLVMGhostLinkage] = "ghost",
    [LLVMCommonLinkage] = "common",
    [LLVMLinkerPrivateLinkage] = "linker_private",
    [LLVMLinkerPrivateWeakLinkage] = "linker_private_weak",
};
static const char *const type[] = {
    [LLVMVoidTypeKind] = "void",
    [LLVMHalfTypeKind] = "half",
    [LLVMFloatTypeKind] = "float",
    [LLVMDoubleTypeKind] = "double",
    [LLVMX86_FP80TypeKind] = "x86_fp80",
    [LLVMFP128TypeKind] = "fp128",
    [LLVMPPC_FP128TypeKind] = "ppc_fp128",
    [LLVMLabelTypeKind] = "label",
    [LLVMIntegerTypeKind] = "integer",
    [LLVMFunctionTypeKind] = "function",
    [LLVMStructTypeKind] = "struct",
    [LLVMArrayTypeKind] = "array",
    [LLVMPointerTypeKind] = "pointer",
    [LLVMVectorTypeKind] = "vector",
    [LLVMMetadataTypeKind] = "metadata",
    [LLVMX86_MMXTypeKind] = "x86_mmx",
    [LLVMTokenTypeKind] = "token",
    [LLVMScalableVectorTypeKind] = "scalable vector",
    [LLVMBFloatTypeKind] = "bfloat",
    [LLVMX86_AMXTypeKind] = "x86_amx",
    [LLVMTargetExtTypeKind] = "target type",
};
static const char *const value[] = {
    [LLVMArgumentValueKind] = "argument",
    [LLVMBasicBlockValueKind] = "basic block",
    [LLVMMemoryUseValueKind] = "memory use",
    [LLVMMemoryDefValueKind] = "memory def",
    [LLVMMemoryPhiValueKind] = "memory phi",
    [LLVMFunctionValueKind] = "function",
    [LLVMGlobalAliasValueKind] = "global alias",
    [LLVMGlobalIFuncValueKind] = "global ifunc",
    [LLVMGlobalVariableValueKind] = "global variable",
    [LLVMBlockAddressValueKind] = "block address",
    [LLVMConstantExprValueKind] = "constant expression",
    [LLVMConstantArrayValueKind] = "constant array",
    [LLVMConstantStructValueKind] = "constant struct",
    [LLVMConstantVectorValueKind] = "constant vector",
    [LLVMUndefValueValueKind] = "undef",
    [LLVMConstantAggregateZeroValueKind] = "zero",
    [LLVMConstantDataArrayValueKind] = "constant data array",
    [LLVMConstantDataVectorValueKind] = "constant data vector",
    [LLVMConstantIntValueKind] = "constant integer",
    [LLVMConstantFPValueKind] = "constant float",
    [LLVMConstantPointerNullValueKind] = "null",
    [LLVMConstantTokenNoneValueKind] = "token none",
    [LLVMMetadataAsValueValueKind] = "metadata",
    [LLVMInlineAsmValueKind] = "inline assembly",
    [LLVMInstructionValueKind] = "instruction",
    [LLVMPoisonValueValueKind] = "poison",
    [LLVMConstantTargetNoneValueKind] = "target none",
    [LLVMConstantPtrAuthValueKind] = "signed pointer",
};
static const char *const opcode[] = {
#define OP(name) [LLVM##name] = #name
    OP(Ret),
    OP(Br),
    OP(Switch),
    OP(IndirectBr),
    OP(Invoke),
    OP(Unreachable),
    OP(CallBr),
    OP(FNeg),
    OP(Add),
    OP(FAdd),
    OP(Sub),
    OP(FSub),
    OP(Mul),
    OP(FMul),
    OP(UDiv),
    OP(SDiv),
    OP(FDiv),
    OP(URem),
    OP(SRem),
    OP(FRem),
    OP(Shl),
    OP(LShr),
    OP(AShr),
    OP(And),
    OP(Or),
    OP(Xor),
    OP(Alloca),
    OP(Load),
    OP(Store),
    OP(GetElementPtr),
    OP(Trunc),
    OP(ZExt),
    OP(SExt),
    OP(FPToUI),
    OP(FPToSI),
    OP(UIToFP),
    OP(SIToFP),
    OP(FPTrunc),
    OP(FPExt),
    OP(PtrToInt),
    OP(IntToPtr),
    OP(BitCast),
    OP(AddrSpaceCast),
    OP(ICmp),
    OP(FCmp),
    OP(PHI),
    OP(Call),
    OP(Select),
    OP(UserOp1),
    OP(UserOp2),
    OP(VAArg),
    OP(ExtractElement),
    OP(InsertElement),
    OP(ShuffleVector),
    OP(ExtractValue),
    OP(InsertValue),
    OP(Freeze),
    OP(Fence),
    OP(AtomicCmpXchg),
    OP(AtomicRMW),
    OP(Resume),
    OP(LandingPad),
    OP(CleanupRet),
    OP(CatchRet),
    OP(CatchPad),
    OP(CleanupPad),
    OP(CatchSwitch),
#undef OP
};
static const char *const debug[] = {
#define DI(name) [LLVM##name##MetadataKind] = #name
    DI(MDString),
    DI(ConstantAsMetadata),
    DI(LocalAsMetadata),
    DI(DistinctMDOperandPlaceholder),
    DI(MDTuple),
    DI(DILocation),
    DI(DIExpression),
    DI(DIGlobalVariableExpression),
    DI(GenericDINode),
    DI(DISubrange),
    DI(DIEnumerator),
    DI(DIBasicType),
    DI(DIDerivedType),
    DI(DICompositeType),
    DI(DISubroutineType),
    DI(DIFile),
    DI(DICompileUnit),
    DI(DISubprogram),
    DI(DILexicalBlock),
    DI(DILexicalBlockFile),
    DI(DINamespace),
    DI(DIModule),
    DI(DITemplateTypeParameter),
    DI(DITemplateValueParameter),
    DI(DIGlobalVariable),
    DI(DILocalVariable),
    DI(DILabel),
    DI(DIObjCProperty),
    DI(DIImportedEntity),
    DI(DIMacro),
    DI(DIMacroFile),
    DI(DICommonBlock),
    DI(DIStringType),
    DI(DIGenericSubrange),
    DI(DIArgList),
    DI(DIAssignID),
#undef DI
};

static void every_enum_has_rows(void **state) {
  (void)state;
  assert_rows(VD_OBSERVE_LINKAGE, linkage, VD_COUNT(linkage));
  assert_rows(VD_OBSERVE_TYPE, type, VD_COUNT(type));
  assert_rows(VD_OBSERVE_VALUE, value, VD_COUNT(value));
  assert_rows(VD_OBSERVE_OPCODE, opcode, VD_COUNT(opcode));
  assert_rows(VD_OBSERVE_DEBUG, debug, VD_COUNT(debug));
  for (size_t i = 1; i < VD_COUNT(opcode); i++)
    if (!opcode[i] && i != 6 && i != 47 && i != 48) fail_msg("opcode %zu", i);
}

// -------------------------------------------------------------------- walking
static const char *name_in(const char *const *name, size_t n, unsigned kind,
                           const char *what) {
  if (kind >= n || !name[kind]) fail_msg("%s %u has no name", what, kind);
  return name[kind];
}
#define NAME_IN(table, kind) name_in(table, VD_COUNT(table), kind, #table)

static void walk_attribute(LLVMAttributeRef a) {
  unsigned n;
  if (LLVMIsStringAttribute(a)) {
    const char *name = LLVMGetStringAttributeKind(a, &n);
    if (!vd_observe_find(VD_OBSERVE_STRING, name, n))
      fail_msg("the table lacks attribute %.*s", (int)n, name);
  } else {
    assert_non_null(vd_observe_attribute(LLVMGetEnumAttributeKind(a)));
  }
}

static void walk_attributes(LLVMValueRef func) {
  LLVMAttributeRef all[200];
  for (unsigned i = 0; i <= LLVMCountParams(func) + 1; i++) {
    unsigned index = i ? i - 1 : (unsigned)LLVMAttributeFunctionIndex;
    unsigned n = LLVMGetAttributeCountAtIndex(func, index);
    assert_true(n < VD_COUNT(all));
    LLVMGetAttributesAtIndex(func, index, all);
    for (unsigned k = 0; k < n; k++) walk_attribute(all[k]);
  }
}

static void walk_type(LLVMTypeRef t) {
  assert_row(VD_OBSERVE_TYPE, NAME_IN(type, LLVMGetTypeKind(t)));
}

static void walk_value(LLVMValueRef v) {
  assert_row(VD_OBSERVE_VALUE, NAME_IN(value, LLVMGetValueKind(v)));
  walk_type(LLVMTypeOf(v));
}

static void walk_entries(LLVMContextRef context, LLVMValueMetadataEntry *all,
                         size_t n) {
  for (unsigned i = 0; i < n; i++) {
    unsigned kind = LLVMValueMetadataEntriesGetKind(all, i);
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(all, i);
    bool found = false;
    for (uint32_t k = 0; k < vd_observes && !found; k++)
      found = vd_observe[k].group == VD_OBSERVE_ATTACHED &&
              LLVMGetMDKindIDInContext(context, vd_observe[k].name,
                                       (unsigned)strlen(vd_observe[k].name)) ==
                  kind;
    if (!found) fail_msg("the table lacks metadata %u", kind);
    assert_row(VD_OBSERVE_DEBUG, NAME_IN(debug, LLVMGetMetadataKind(node)));
  }
  LLVMDisposeValueMetadataEntries(all);
}

static void walk_instruction(LLVMContextRef context, LLVMValueRef inst) {
  assert_row(VD_OBSERVE_OPCODE,
             NAME_IN(opcode, LLVMGetInstructionOpcode(inst)));
  size_t n = 0;
  walk_entries(context,
               LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst, &n), n);
  for (int i = 0; i < LLVMGetNumOperands(inst); i++)
    walk_value(LLVMGetOperand(inst, (unsigned)i));
  walk_value(inst);
}

static void walk_function(LLVMContextRef context, LLVMValueRef f) {
  walk_attributes(f);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      walk_instruction(context, i);
}

static void walk_global(LLVMContextRef context, LLVMValueRef g) {
  size_t n = 0;
  assert_row(VD_OBSERVE_LINKAGE, NAME_IN(linkage, LLVMGetLinkage(g)));
  walk_value(g);
  if (LLVMIsAGlobalVariable(g) || LLVMIsAFunction(g))
    walk_entries(context, LLVMGlobalCopyAllMetadata(g, &n), n);
  if (LLVMIsAFunction(g)) walk_function(context, g);
  if (LLVMIsAGlobalVariable(g) && LLVMGetInitializer(g))
    walk_value(LLVMGetInitializer(g));
}

static void walk_module(LLVMContextRef context, LLVMModuleRef m) {
  size_t n = 0, len = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    walk_global(context, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
    const char *name = LLVMGetValueName2(g, &n);
    if (!strncmp(name, "llvm.", 5)) assert_row(VD_OBSERVE_MODULE, name);
    walk_global(context, g);
  }
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a;
       a = LLVMGetNextGlobalAlias(a))
    walk_global(context, a);
  for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(m); i;
       i = LLVMGetNextGlobalIFunc(i))
    walk_global(context, i);
  for (LLVMNamedMDNodeRef node = LLVMGetFirstNamedMetadata(m); node;
       node = LLVMGetNextNamedMetadata(node))
    assert_row(VD_OBSERVE_NAMED, LLVMGetNamedMetadataName(node, &len));
  LLVMModuleFlagEntry *flag = LLVMCopyModuleFlagsMetadata(m, &n);
  for (unsigned i = 0; i < n; i++) {
    const char *key = LLVMModuleFlagEntriesGetKey(flag, i, &len);
    if (!vd_observe_find(VD_OBSERVE_FLAG, key, len))
      fail_msg("the table lacks module flag %.*s", (int)len, key);
  }
  LLVMDisposeModuleFlagsMetadata(flag);
}

static void walk_file(const char *const *flags) {
  VdBuf bytes = {0}, ignored = {0};
  VdDiags diags = {0};
  VdCOptions options = {.flags = flags};
  VdCommand command = {0};
  char path[1000];
  snprintf(path, sizeof path, "%s/unit/front/c/observe.c",
           getenv("VD_TEST_DIR"));
  bool ok =
      vd_clang_compile(path, &options, &command, &bytes, &ignored, &diags);
  if (!ok) fail_msg("%s", diags.list.len ? diags.list.at[0].text : "clang");
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      vd_buf_text(&bytes), bytes.len, "observe", 1);
  LLVMModuleRef m = NULL;
  char *text = NULL;
  assert_int_equal(LLVMParseIRInContext(context, buffer, &m, &text), 0);
  walk_module(context, m);
  LLVMDisposeModule(m);
  LLVMContextDispose(context);
  vd_buf_done(&bytes);
  vd_buf_done(&ignored);
  vd_diags_done(&diags);
}

static void modules_have_nothing_that_the_table_lacks(void **state) {
  (void)state;
  walk_file((const char *const[]){NULL});
  walk_file((const char *const[]){"-O2", "-fcommon", "-fwritable-strings",
                                  "-ffast-math", "-fPIC", NULL});
  walk_file((const char *const[]){
      "-O1", "-fstack-protector-strong", "-fcf-protection", "-fwrapv",
      "-fno-delete-null-pointer-checks", "-fsemantic-interposition", "-fPIC",
      "-fno-builtin", "-ffp-model=strict", NULL});
  walk_file((const char *const[]){"-Os", "-mregparm=0", "-fshort-wchar",
                                  "-fno-jump-tables", "-mno-red-zone",
                                  "-fpatchable-function-entry=2", NULL});
}

// ------------------------------------------------------------------- document
static void the_document_says_what_the_table_says(void **state) {
  (void)state;
  static const char mark[] = "<!-- made from src/front/c/observe.def -->\n";
  char path[1000];
  VdBuf text = {0}, table = {0};
  snprintf(path, sizeof path, "%s/../doc/observables-c.md",
           getenv("VD_TEST_DIR"));
  assert_true(vd_file_read(path, 1 << 20, &text));
  const char *at = strstr(vd_buf_text(&text), mark);
  assert_non_null(at);
  vd_observe_print(&table);
  if (strcmp(at + strlen(mark), vd_buf_text(&table))) {
    printf("# what it should say:\n%s", vd_buf_text(&table));
    fail_msg("%s is not as the table", path);
  }
  vd_buf_done(&text);
  vd_buf_done(&table);
}

int main(int argc, char **argv) {
  // test-front-c-observe --print writes the tables of the document.
  if (argc > 1 && !strcmp(argv[1], "--print")) {
    VdBuf table = {0};
    vd_observe_print(&table);
    fputs(vd_buf_text(&table), stdout);
    vd_buf_done(&table);
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_attribute_has_a_row),
      cmocka_unit_test(every_kind_of_metadata_has_a_row),
      cmocka_unit_test(every_enum_has_rows),
      cmocka_unit_test(modules_have_nothing_that_the_table_lacks),
      cmocka_unit_test(the_document_says_what_the_table_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
