; exit 1|3
; old
@n = global [4 x i8] zeroinitializer, align 16
; new
@n = global [4 x i8] zeroinitializer, align 1
