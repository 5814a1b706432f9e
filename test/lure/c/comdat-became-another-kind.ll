; exit 1|3
; old
$f = comdat any
define i32 @f(i32 %x) comdat {
  ret i32 %x
}
; new
$f = comdat nodeduplicate
define i32 @f(i32 %x) comdat {
  ret i32 %x
}
