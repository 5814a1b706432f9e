; exit 1
; old
define i33 @f(i33 %x) {
  %r = add i33 %x, 1
  ret i33 %r
}
; new
define i33 @f(i33 %x) {
  %r = add i33 %x, 2
  ret i33 %r
}
