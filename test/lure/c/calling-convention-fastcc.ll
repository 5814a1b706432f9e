; exit 1
; old
define i32 @f(i32 %x, i32 %y) {
  %r = sub i32 %x, %y
  ret i32 %r
}
; new
define fastcc i32 @f(i32 %x, i32 %y) {
  %r = sub i32 %x, %y
  ret i32 %r
}
