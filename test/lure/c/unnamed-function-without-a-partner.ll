; exit 1|3
; old
define i32 @0(i32 %x) {
  ret i32 %x
}
; new
define i32 @0(i32 %x, i32 %y) {
  ret i32 %x
}
