target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @put(ptr %p, i64 %v, i1 %f) {
  br i1 %f, label %yes, label %no
yes:
  %d = sitofp i64 %v to double
  store double %d, ptr %p, align 8
  ret void
no:
  store i64 %v, ptr %p, align 8
  ret void
}

define i32 @first(i32 %x, i32 %unused) {
  ret i32 %x
}

define i32 @call(i32 %x) {
  %r = call i32 @first(i32 %x, i32 7)
  ret i32 %r
}
