; exit 0|3
; old
@llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"
@k = internal constant i32 3
define ptr @f() {
  ret ptr @k
}
; new
@k = internal constant i32 3
define ptr @f() {
  ret ptr @k
}
