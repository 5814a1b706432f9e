; exit 1
; old
define signext i8 @f(i8 %x) {
  ret i8 %x
}
; new
define zeroext i8 @f(i8 %x) {
  ret i8 %x
}
