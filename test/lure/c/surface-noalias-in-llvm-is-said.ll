; exit 0
; says arguments are as the attributes of LLVM IR say
; old
define i32 @f(ptr %x) {
  ret i32 1
}
; new
define i32 @f(ptr noalias %x) {
  ret i32 1
}
