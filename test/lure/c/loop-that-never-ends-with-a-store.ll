; exit 1
; old
define void @f(ptr %p) {
entry:
  br label %l
l:
  store volatile i32 1, ptr %p
  br label %l
}
; new
define void @f(ptr %p) {
entry:
  br label %l
l:
  store volatile i32 2, ptr %p
  br label %l
}
