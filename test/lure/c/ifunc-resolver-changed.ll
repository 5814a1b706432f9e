; exit 1|3
; old
define internal i32 @a(i32 %x) {
  ret i32 %x
}
define internal i32 @b(i32 %x) {
  ret i32 7
}
define internal ptr @pick() {
  ret ptr @a
}
@c = ifunc i32 (i32), ptr @pick
define void @keep(ptr %p) {
  store ptr @a, ptr %p
  store ptr @b, ptr %p
  ret void
}
; new
define internal i32 @a(i32 %x) {
  ret i32 %x
}
define internal i32 @b(i32 %x) {
  ret i32 7
}
define internal ptr @pick() {
  ret ptr @b
}
@c = ifunc i32 (i32), ptr @pick
define void @keep(ptr %p) {
  store ptr @a, ptr %p
  store ptr @b, ptr %p
  ret void
}
