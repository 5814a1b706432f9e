; exit 1
; old
define i1 @f(i1 %c, i32 %x) {
  %y = add nsw i32 %x, 1
  %d = icmp sgt i32 %y, 0
  %r = select i1 %c, i1 %d, i1 false
  ret i1 %r
}
; new
define i1 @f(i1 %c, i32 %x) {
  %y = add nsw i32 %x, 1
  %d = icmp sgt i32 %y, 0
  %r = and i1 %c, %d
  ret i1 %r
}
