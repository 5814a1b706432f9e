; exit 1
; old
@v = global i32 1
; new
@v = externally_initialized global i32 1
