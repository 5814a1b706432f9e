; exit 3
; old
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
define i32 @f(i32 %x) {
  ret i32 %x
}
!llvm.linker.options = !{!0}
!0 = !{!"-lfoo"}
