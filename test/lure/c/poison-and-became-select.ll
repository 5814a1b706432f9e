; exit 0
; old
define i1 @f(i1 %c, i1 %d) {
  %r = and i1 %c, %d
  ret i1 %r
}
; new
define i1 @f(i1 %c, i1 %d) {
  %r = select i1 %c, i1 %d, i1 false
  ret i1 %r
}
