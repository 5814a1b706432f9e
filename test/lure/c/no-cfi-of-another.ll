; exit 1|3
; old
declare void @g()
declare void @h()
@t = constant ptr no_cfi @g
; new
declare void @g()
declare void @h()
@t = constant ptr no_cfi @h
