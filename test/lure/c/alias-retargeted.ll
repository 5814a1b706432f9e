; exit 1|3
; old
@x = global i32 1
@y = global i32 2
@z = alias i32, ptr @x
; new
@x = global i32 1
@y = global i32 2
@z = alias i32, ptr @y
