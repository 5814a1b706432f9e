; exit 0
; says values are as the metadata of LLVM IR says
; old
define i8 @f(ptr %p) {
  %x = load i8, ptr %p
  ret i8 %x
}
; new
define i8 @f(ptr %p) {
  %x = load i8, ptr %p, !range !0
  ret i8 %x
}
!0 = !{i8 0, i8 2}
