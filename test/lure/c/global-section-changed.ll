; exit 1|3
; old
@n = global i32 1, section "a"
; new
@n = global i32 1, section "b"
