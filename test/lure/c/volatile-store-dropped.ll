; exit 1
; old
define void @f(ptr %p) {
  store volatile i32 1, ptr %p
  ret void
}
; new
define void @f(ptr %p) {
  store i32 1, ptr %p
  ret void
}
