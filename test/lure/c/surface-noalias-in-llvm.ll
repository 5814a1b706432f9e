; exit 1
; old
define i32 @f(ptr %x) {
  ret i32 1
}
; new
define i32 @f(ptr noalias %x) {
  ret i32 1
}
