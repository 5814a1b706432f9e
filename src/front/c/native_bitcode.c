// The user's code as LLVM IR with everything visible that a reproducer needs.
// This serves IR that is the user's input, and C in which the input sets a
// static variable of a function, which no C code outside can name.
//
// LLVM may crash on what it reads, so it runs in a worker.
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limit.h"
#include "front/c/native_impl.h"

typedef struct Job {
  VdReplay *replay;
  int side;
  VdBuf from;      // bitcode or text
  const char *to;  // file
} Job;

bool vd_native_is_ir(const char *path) {
  return vd_c_is_input(path) && !vd_path_ends(path, ".c") &&
         !vd_path_ends(path, ".i");
}

// ------------------------------------------------------------ in the worker
static void leave(const char *reason) {
  (void)reason;
  _exit(EXIT_FAILURE);
}

static void ignore(LLVMDiagnosticInfoRef info, void *context) {
  (void)info, (void)context;
}

static void show(LLVMValueRef global) {
  if (!global || LLVMIsDeclaration(global)) return;
  LLVMSetLinkage(global, LLVMExternalLinkage);
  LLVMSetVisibility(global, LLVMDefaultVisibility);
}

static void show_all(const Job *job, LLVMModuleRef module) {
  const VdReplay *r = job->replay;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    if (LLVMGetLinkage(f) == LLVMInternalLinkage) show(f);
  show(LLVMGetNamedFunction(module, r->func[job->side]->link));
  for (uint32_t i = 0; i < r->input->region.len; i++) {
    const VdGlobal *g = vd_native_global(r, job->side, &r->input->region.at[i]);
    LLVMValueRef global = g ? LLVMGetNamedGlobal(module, g->name) : NULL;
    // A static that one version never writes is a constant to the model only.
    if (global && !LLVMIsGlobalConstant(global)) show(global);
  }
}

static void work(void *context, uint32_t index, VdBuf *out) {
  (void)index;
  const Job *job = context;
  LLVMContextRef llvm = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(llvm, ignore, NULL);
  LLVMInstallFatalErrorHandler(leave);
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      vd_buf_text(&job->from), job->from.len, "input", 1);
  LLVMModuleRef module = NULL;
  char *text = NULL;
  if (LLVMParseIRInContext(llvm, buffer, &module, &text)) {
    vd_buf_printf(out, "not LLVM IR: %s", text ? text : "");
    return;
  }
  show_all(job, module);
  if (LLVMWriteBitcodeToFile(module, job->to))
    vd_buf_printf(out, "cannot write %s", job->to);
}

// ------------------------------------------------------------ in the parent
static void done(void *context, uint32_t index, const VdWorkResult *result) {
  (void)index;
  const Job *job = context;
  VdBuf why = {0};
  if (result->status != VD_WORK_OK)
    vd_work_say(result, job->replay->options->seconds, 0, "LLVM", &why);
  else
    vd_buf_add(&why, result->bytes, result->len);
  if (why.len) vd_replay_reject(job->replay, "%s", vd_buf_text(&why));
  vd_buf_done(&why);
}

static void compile(Job *job) {
  // As in native_run.sh.
  static const char *const more[] = {
      "-fno-builtin",
      "-fsanitize=signed-integer-overflow,shift-exponent,bounds,"
      "integer-divide-by-zero,float-cast-overflow,unreachable,bool,builtin",
      "-fsanitize-undefined-trap-on-error"};
  static const char *const checks[] = {
      "-fsanitize=kernel-address",
      "-fno-sanitize-address-use-after-scope",
      "-mllvm",
      "-asan-mapping-offset=0x400000000000",
      "-mllvm",
      "-asan-instrumentation-with-call-threshold=0",
      "-mllvm",
      "-asan-stack=1",
      "-mllvm",
      "-asan-globals=1"};
  VdReplay *r = job->replay;
  VD_VEC(const char *) flags = {0};
  for (const char *const *f = r->options->flags; f && *f; f++)
    vd_push(&flags, *f);
  for (size_t i = 0; i < VD_COUNT(more); i++) vd_push(&flags, more[i]);
  if (vd_replay_wraps(r, job->side))
    vd_push(&flags, "-fno-sanitize=signed-integer-overflow");
  for (size_t i = 0; vd_replay_is_checked(r) && i < VD_COUNT(checks); i++)
    vd_push(&flags, checks[i]);
  vd_push(&flags, vd_replay_is_uninitialised(r)
                      ? "-ftrivial-auto-var-init=pattern"
                      : "-ftrivial-auto-var-init=zero");
  vd_push(&flags, NULL);
  VdCOptions options = {.flags = flags.at, .budget = r->budget};
  VdDiags diags = {0};
  VdCommand command = r->command[job->side];
  command.is_run = true;
  if (!vd_clang_compile(r->path[job->side], &options, &command, &job->from,
                        NULL, &diags))
    vd_replay_reject(r, "clang-19 failed: %s",
                     diags.list.len ? diags.list.at[0].text : "");
  vd_diags_done(&diags);
  vd_vec_done(&flags);
}

void vd_native_bitcode(VdReplay *r, int side) {
  Job job = {.replay = r, .side = side};
  job.to = vd_replay_file(r, side == VD_OLD ? "old.bc" : "new.bc");
  if (!vd_native_is_ir(r->path[side]))
    compile(&job);
  else if (!vd_file_read(r->path[side], vd_limit->bitcode_bytes, &job.from))
    vd_replay_reject(r, "cannot read %s", r->path[side]);
  VdPool pool = {.jobs = 1,
                 .seconds = r->options->seconds,
                 .budget = r->budget,
                 .work = work,
                 .done = done,
                 .context = &job};
  if (!r->bad) vd_pool_run(&pool, 1);
  vd_buf_done(&job.from);
}
