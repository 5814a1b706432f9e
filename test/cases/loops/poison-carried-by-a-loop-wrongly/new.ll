; The sum may be poison, which is carried along and matters at the end.
define i32 @sum(i32 %n, i32 %k) {
entry:
  %none = icmp eq i32 %n, 0
  br i1 %none, label %out, label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add nsw i32 %s, %k
  %next = add nuw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %out, label %loop

out:
  %all = phi i32 [ 0, %entry ], [ %more, %loop ]
  ret i32 %all
}
