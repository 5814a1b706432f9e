; exit 1|3
; old
declare void @out(i8)
define void @f(i8 %x) {
  call void @out(i8 signext %x)
  ret void
}
; new
declare void @out(i8)
define void @f(i8 %x) {
  call void @out(i8 zeroext %x)
  ret void
}
