target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i64 @index(ptr %p, i32 %i) {
  %low = icmp sgt i32 %i, 0
  br i1 %low, label %yes, label %no
yes:
  %w = zext nneg i32 %i to i64
  %a = getelementptr inbounds i64, ptr %p, i64 %w
  %v = load i64, ptr %a, align 8
  ret i64 %v
no:
  ret i64 0
}

define i32 @distance(ptr %p, ptr %q) {
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %d = sub i64 %a, %b
  %n = lshr exact i64 %d, 4
  %r = trunc i64 %n to i32
  ret i32 %r
}

define i32 @pack(i32 %x) {
  %h = shl i32 %x, 4
  %r = or disjoint i32 %h, 5
  ret i32 %r
}
