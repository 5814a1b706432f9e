; exit 1
; old
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
define fastcc i32 @f(i32 %x) {
  ret i32 %x
}
