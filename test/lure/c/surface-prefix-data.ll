; exit 3
; old
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
define i32 @f(i32 %x) prefix i32 7 {
  ret i32 %x
}
