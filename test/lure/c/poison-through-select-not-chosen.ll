; exit 0
; old
define i32 @f(i32 %x, i1 %c) {
  %r = add i32 %x, 1
  ret i32 %r
}
; new
define i32 @f(i32 %x, i1 %c) {
  %p = add nsw i32 %x, 1
  %q = add i32 %x, 1
  %r = select i1 true, i32 %q, i32 %p
  ret i32 %r
}
