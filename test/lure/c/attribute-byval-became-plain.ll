; exit 1|3
; old
define i64 @f(ptr byval({ i64, i64, i64 }) %p) {
  %x = load i64, ptr %p
  ret i64 %x
}
; new
define i64 @f(ptr %p) {
  %x = load i64, ptr %p
  ret i64 %x
}
