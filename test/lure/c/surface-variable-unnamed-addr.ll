; exit 3
; old
@v = constant i32 1
; new
@v = unnamed_addr constant i32 1
