; exit 1|3
; old
define i32 @f() {
  ret i32 0
}
; new
define i32 @f() {
  ret i32 undef
}
