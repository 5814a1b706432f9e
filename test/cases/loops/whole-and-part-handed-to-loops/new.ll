; What clang makes of it with -O1: the whole is enough.
define range(i32 -2147483647, -2147483648) i32 @run(ptr %0) {
  %2 = getelementptr i8, ptr %0, i64 4
  %3 = getelementptr i8, ptr %0, i64 8
  br label %4
4:
  %5 = phi i32 [ 0, %1 ], [ %17, %16 ]
  %6 = load i32, ptr %3, align 4
  %7 = load i32, ptr %2, align 4
  %8 = icmp slt i32 %6, %7
  br i1 %8, label %9, label %16
9:
  %10 = phi i32 [ %13, %9 ], [ %6, %4 ]
  %11 = load i32, ptr %0, align 4
  call void @step(i32 %11, i32 %10)
  %12 = load i32, ptr %3, align 4
  %13 = add nsw i32 %12, 1
  store i32 %13, ptr %3, align 4
  %14 = load i32, ptr %2, align 4
  %15 = icmp slt i32 %13, %14
  br i1 %15, label %9, label %16
16:
  %17 = add nuw nsw i32 %5, 1
  %18 = load i32, ptr %0, align 4
  %19 = call i32 @more(i32 %18)
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %21, label %4
21:
  ret i32 %17
}
declare void @step(i32, i32)
declare i32 @more(i32)
