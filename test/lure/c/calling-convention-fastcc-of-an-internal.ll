; exit 0
; old
define internal i32 @k(i32 %x) {
  %r = xor i32 %x, 5
  ret i32 %r
}
define i32 @f(i32 %x) {
  %r = call i32 @k(i32 %x)
  ret i32 %r
}
; new
define internal fastcc i32 @k(i32 %x) {
  %r = xor i32 %x, 5
  ret i32 %r
}
define i32 @f(i32 %x) {
  %r = call fastcc i32 @k(i32 %x)
  ret i32 %r
}
