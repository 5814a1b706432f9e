// exit 1
// old
_Thread_local int v;
// new
__attribute__((tls_model("initial-exec"))) _Thread_local int v;
