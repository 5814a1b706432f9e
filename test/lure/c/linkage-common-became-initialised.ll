; exit 1
; old
@n = common global i32 0
; new
@n = global i32 1
