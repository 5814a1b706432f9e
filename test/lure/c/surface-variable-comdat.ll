; exit 1
; old
@v = global i32 1
; new
$v = comdat any
@v = global i32 1, comdat
