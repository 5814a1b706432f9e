; exit 1
; old
@n = global i32 1
; new
@n = global i64 1
