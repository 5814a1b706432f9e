; exit 1
; old
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %r = phi i32 [ 1, %a ], [ 2, %b ]
  ret i32 %r
}
; new
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %r = phi i32 [ 2, %a ], [ 1, %b ]
  ret i32 %r
}
