; exit 1|3
; old
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
$f = comdat any
define i32 @f(i32 %x) comdat {
  ret i32 %x
}
