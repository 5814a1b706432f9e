; exit 0
; old
define void @f(ptr %p) {
  store i32 1, ptr %p
  ret void
}
; new
define void @f(ptr %p) {
  store i32 1, ptr %p, !nontemporal !0
  ret void
}
!0 = !{i32 1}
