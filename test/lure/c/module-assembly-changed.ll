; exit 1|3
; old
module asm ".globl magic"
module asm "magic = 1"
define i32 @f(i32 %x) {
  ret i32 %x
}
; new
module asm ".globl magic"
module asm "magic = 2"
define i32 @f(i32 %x) {
  ret i32 %x
}
