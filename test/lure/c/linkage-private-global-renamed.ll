; exit 0
; old
@s = private constant [2 x i32] [i32 1, i32 2]
@p = global ptr @s
; new
@t.7 = private constant [2 x i32] [i32 1, i32 2]
@p = global ptr @t.7
