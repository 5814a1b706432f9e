; Clears what %p points to for a moment, by %arr.
declare void @keep(ptr)
define i32 @f(i32 %n) {
entry:
  %arr = alloca [2 x i32]
  call void @keep(ptr %arr)
  %p = getelementptr i8, ptr %arr, i64 4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %go = icmp ult i32 %i, %n
  br i1 %go, label %body, label %out
body:
  %keep = load i64, ptr %arr
  store i64 0, ptr %arr
  %v = load i32, ptr %p
  store i64 %keep, ptr %arr
  %t = add i32 %s, %v
  %next = add i32 %i, 1
  br label %loop
out:
  ret i32 %s
}
