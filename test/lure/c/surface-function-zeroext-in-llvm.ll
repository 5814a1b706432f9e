; exit 1
; old
define i8 @f(i8 signext %x) {
  ret i8 %x
}
; new
define i8 @f(i8 zeroext %x) {
  ret i8 %x
}
