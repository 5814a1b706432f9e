; exit 1|3
; old
@x = global [2 x i32] [i32 1, i32 2]
@z = alias i32, ptr @x
; new
@x = global [2 x i32] [i32 1, i32 2]
@z = alias i32, getelementptr ([2 x i32], ptr @x, i64 0, i64 1)
