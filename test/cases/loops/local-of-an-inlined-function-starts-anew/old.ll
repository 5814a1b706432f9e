declare i32 @ask(ptr)

define i32 @helper(i32 %x) {
  %v = alloca [6 x i32]
  %i = and i32 %x, 3
  %at = getelementptr i32, ptr %v, i32 %i
  store i32 %x, ptr %at
  %r = call i32 @ask(ptr %v)
  ret i32 %r
}

define i32 @sum(i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %round, label %end

round:
  %i = phi i32 [ 0, %entry ], [ %next, %round ]
  %s = phi i32 [ 0, %entry ], [ %more, %round ]
  %x = add i32 %i, %n
  %r = call i32 @helper(i32 %x)
  %more = add i32 %s, %r
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, %n
  br i1 %go, label %round, label %end

end:
  %all = phi i32 [ 0, %entry ], [ %more, %round ]
  ret i32 %all
}
