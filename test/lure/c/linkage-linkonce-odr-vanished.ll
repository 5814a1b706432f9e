; exit 1|3
; old
define linkonce_odr i32 @f(i32 %x) {
  ret i32 %x
}
define i32 @g(i32 %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; new
define i32 @g(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
