; exit 1
; old
@s = private global [2 x i32] [i32 1, i32 2]
@p = global ptr @s
; new
@s = private global [2 x i32] [i32 1, i32 9]
@p = global ptr @s
