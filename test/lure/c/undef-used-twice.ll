; exit 1|3
; old
define i32 @f() {
  %x = freeze i32 undef
  %r = xor i32 %x, %x
  ret i32 %r
}
; new
define i32 @f() {
  %r = xor i32 undef, undef
  ret i32 %r
}
