; exit 1|3
; old
@n = global i32 1
; new
@n = hidden global i32 1
