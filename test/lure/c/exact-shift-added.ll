; exit 1
; old
define i32 @f(i32 %x) {
  %r = lshr i32 %x, 2
  ret i32 %r
}
; new
define i32 @f(i32 %x) {
  %r = lshr exact i32 %x, 2
  ret i32 %r
}
