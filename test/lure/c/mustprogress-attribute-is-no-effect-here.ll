; exit 0
; old
declare void @tick()
define void @f() {
entry:
  br label %l
l:
  call void @tick()
  br label %l
}
; new
declare void @tick()
define void @f() mustprogress {
entry:
  br label %l
l:
  call void @tick()
  br label %l
}
