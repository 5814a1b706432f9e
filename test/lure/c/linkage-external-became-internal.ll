; exit 1
; old
define i32 @f(i32 %x) {
  ret i32 %x
}
define i32 @g(i32 %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
; new
define internal i32 @f(i32 %x) {
  ret i32 %x
}
define i32 @g(i32 %x) {
  %r = call i32 @f(i32 %x)
  ret i32 %r
}
