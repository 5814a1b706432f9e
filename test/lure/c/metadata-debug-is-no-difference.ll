; exit 0
; old
define i8 @f(ptr %p) {
  %x = load i8, ptr %p
  ret i8 %x
}
; new
define i8 @f(ptr %p) {
  %x = load i8, ptr %p, !tbaa !0
  ret i8 %x
}
!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2, i64 0}
!2 = !{!"root"}
