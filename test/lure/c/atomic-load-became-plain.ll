; exit 1|3
; old
define i32 @f(ptr %p) {
  %x = load atomic i32, ptr %p seq_cst, align 4
  ret i32 %x
}
; new
define i32 @f(ptr %p) {
  %x = load i32, ptr %p
  ret i32 %x
}
