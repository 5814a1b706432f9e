; exit 1|3
; old
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
define weak i32 @f(i32 %x) {
  ret i32 %x
}
