; exit 0
; old
target triple = "x86_64-unknown-linux-gnu"
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
target triple = "x86_64-pc-linux-gnu"
define i32 @f(i32 %x) {
  ret i32 %x
}
