; exit 1|3
; old
@x = global i32 1
@z = alias i32, ptr @x
; new
@x = global i32 1
@z = weak alias i32, ptr @x
