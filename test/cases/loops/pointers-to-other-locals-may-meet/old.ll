; %d is a local that only this version has, and nothing leads to it. %p leads to
; %arr, which both have.
declare void @keep(ptr)
define internal void @add(ptr %p, i32 %n) {
  %v = load i32, ptr %p
  %w = add i32 %v, %n
  store i32 %w, ptr %p
  ret void
}
define i32 @f(i32 %n) {
entry:
  %arr = alloca [2 x i32]
  %d = alloca i32
  call void @keep(ptr %arr)
  %p = getelementptr i8, ptr %arr, i64 4
  store i32 0, ptr %d
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %go = icmp ult i32 %i, %n
  br i1 %go, label %body, label %out
body:
  %v = load i32, ptr %p
  call void @add(ptr %d, i32 %v)
  %next = add i32 %i, 1
  br label %loop
out:
  %r = load i32, ptr %d
  ret i32 %r
}
