; exit 1|3
; old
declare void @out()
define void @f(i32 %x) {
  %y = add nsw i32 %x, 1
  %c = icmp sgt i32 %y, %x
  %d = freeze i1 %c
  br i1 %d, label %a, label %b
a:
  call void @out()
  ret void
b:
  call void @out()
  ret void
}
; new
declare void @out()
define void @f(i32 %x) {
  %y = add nsw i32 %x, 1
  %c = icmp sgt i32 %y, %x
  br i1 %c, label %a, label %b
a:
  call void @out()
  ret void
b:
  call void @out()
  ret void
}
