declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @f(ptr %p, i32 %x) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 80, i1 false)
  store i32 %x, ptr %p
  %b = freeze i8 undef
  call void @llvm.memset.p0.i64(ptr %p, i8 %b, i64 80, i1 false)
  %r = load i32, ptr %p
  ret i32 %r
}
