; exit 1
; old
@0 = private global i32 5
@q = global ptr @0
; new
@0 = private global i32 6
@q = global ptr @0
