; exit 0|3
; old
define i32 @f(i32 %x) {
  %r = and i32 undef, 0
  ret i32 %r
}
; new
define i32 @f(i32 %x) {
  %r = and i32 %x, 0
  ret i32 %r
}
