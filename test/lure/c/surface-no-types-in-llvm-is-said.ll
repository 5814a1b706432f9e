; exit 0
; says C types are not compared
; old
define i32 @f(ptr %x) {
  ret i32 1
}
; new
define i32 @f(ptr %y) {
  ret i32 1
}
