; The flag says from the start that it is not the first time.
define i32 @zeros(ptr %0, i64 %1, i64 %2) {
  br label %4
4:
  %5 = phi i64 [ %2, %3 ], [ %15, %11 ]
  %6 = phi i1 [ true, %3 ], [ true, %11 ]
  %7 = icmp eq i64 %5, 0
  br i1 %7, label %16, label %8
8:
  %9 = call i64 @llvm.umin.i64(i64 %5, i64 %1)
  br i1 %6, label %11, label %10
10:
  store i8 0, ptr %0, align 1
  br label %11
11:
  %12 = call i32 @send(ptr %0, i64 %9)
  %13 = icmp sgt i32 %12, -1
  %14 = select i1 %13, i64 %9, i64 0
  %15 = sub i64 %5, %14
  br i1 %13, label %4, label %16
16:
  %17 = phi i32 [ -1, %11 ], [ 0, %4 ]
  ret i32 %17
}
declare i32 @send(ptr, i64)
declare i64 @llvm.umin.i64(i64, i64)
