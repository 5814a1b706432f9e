; exit 1|3
; old
@p = global ptr blockaddress(@f, %a)
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
; new
@p = global ptr blockaddress(@f, %b)
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
