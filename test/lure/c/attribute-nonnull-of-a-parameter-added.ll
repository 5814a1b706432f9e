; exit 1|3
; old
define i1 @f(ptr %p) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
; new
define i1 @f(ptr nonnull %p) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
