; exit 1|3
; old
define void @f(ptr sret({ i64, i64, i64 }) %p) {
  store i64 1, ptr %p
  ret void
}
; new
define void @f(ptr %p) {
  store i64 1, ptr %p
  ret void
}
