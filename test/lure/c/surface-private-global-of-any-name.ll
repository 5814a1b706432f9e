; exit 1
; old
@p = private global i32 5
@q = global ptr @p
; new
@p = private global i32 6
@q = global ptr @p
