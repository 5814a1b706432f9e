; exit 0
; old
@n = global [4 x i8] zeroinitializer
; new
@n = global [4 x i8] [i8 0, i8 0, i8 0, i8 0]
