; exit 0
; old
define i32 @f(i32 noundef %x) {
  ret i32 %x
}
; new
define i32 @f(i32 noundef %x) {
  %y = freeze i32 %x
  ret i32 %y
}
