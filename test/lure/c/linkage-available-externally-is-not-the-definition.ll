; exit 1|3
; old
define available_externally i32 @k() {
  ret i32 3
}
define i32 @f() {
  %r = call i32 @k()
  ret i32 %r
}
; new
define available_externally i32 @k() {
  ret i32 3
}
define i32 @f() {
  ret i32 3
}
