; exit 1|3
; old
@n = global i32 1
; new
@n = thread_local global i32 1
