; exit 1
; old
define i32 @f(i32 %x) {
  switch i32 %x, label %d [
    i32 1, label %a
    i32 2, label %b
  ]
a:
  ret i32 10
b:
  ret i32 20
d:
  ret i32 0
}
; new
define i32 @f(i32 %x) {
  switch i32 %x, label %d [
    i32 2, label %a
    i32 1, label %b
  ]
a:
  ret i32 10
b:
  ret i32 20
d:
  ret i32 0
}
