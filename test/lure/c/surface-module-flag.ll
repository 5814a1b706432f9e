; exit 3
; old
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
define i32 @f(i32 %x) {
  ret i32 %x
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"SemanticInterposition", i32 1}
