; exit 0
; old
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
define i32 @f(i32 %x) nounwind willreturn {
  ret i32 %x
}
