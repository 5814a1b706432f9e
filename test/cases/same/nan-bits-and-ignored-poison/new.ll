target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @put(ptr %p, i64 %v, i1 %f) {
  %d = sitofp i64 %v to double
  %b = bitcast i64 %v to double
  %s = select i1 %f, double %d, double %b
  store double %s, ptr %p, align 8
  ret void
}

define i32 @first(i32 %x, i32 %unused) {
  ret i32 %x
}

define i32 @call(i32 %x) {
  %r = call i32 @first(i32 %x, i32 poison)
  ret i32 %r
}
