; exit 1|3
; old
declare void @g()
declare void @h()
@t = constant ptr dso_local_equivalent @g
; new
declare void @g()
declare void @h()
@t = constant ptr dso_local_equivalent @h
