; The two ways out have changed places.
define i32 @drain(ptr %0) {
  %2 = getelementptr i8, ptr %0, i64 16
  %3 = getelementptr i8, ptr %0, i64 8
  %4 = load ptr, ptr %2, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = icmp ugt ptr %4, %5
  br i1 %6, label %7, label %22
7:
  %8 = phi ptr [ %19, %16 ], [ %5, %1 ]
  %9 = phi ptr [ %20, %16 ], [ %4, %1 ]
  %10 = load i32, ptr %0, align 8
  %11 = ptrtoint ptr %9 to i64
  %12 = ptrtoint ptr %8 to i64
  %13 = sub i64 %11, %12
  %14 = call i32 @put(i32 %10, ptr %8, i64 %13)
  %15 = icmp sgt i32 %14, -1
  br i1 %15, label %16, label %24
16:
  %17 = load ptr, ptr %3, align 8
  %18 = zext nneg i32 %14 to i64
  %19 = getelementptr i8, ptr %17, i64 %18
  store ptr %19, ptr %3, align 8
  %20 = load ptr, ptr %2, align 8
  %21 = icmp ugt ptr %20, %19
  br i1 %21, label %7, label %22
22:
  %23 = load i32, ptr %0, align 8
  call void @done(i32 %23)
  br label %24
24:
  %25 = phi i32 [ -1, %22 ], [ 0, %7 ]
  ret i32 %25
}
declare i32 @put(i32 , ptr, i64)
declare void @done(i32)
