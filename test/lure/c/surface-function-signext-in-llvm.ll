; exit 1
; old
define i8 @f(i8 %x) {
  ret i8 %x
}
; new
define signext i8 @f(i8 %x) {
  ret i8 %x
}
