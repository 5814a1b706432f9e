; exit 0
; old
@a = global [4 x i32] zeroinitializer
@p = global ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 2)
; new
@a = global [4 x i32] zeroinitializer
@p = global ptr getelementptr (i8, ptr @a, i64 8)
