; exit 1|3
; old
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]
@n = global i32 0
define internal void @init() {
  store i32 1, ptr @n
  ret void
}
; new
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 200, ptr @init, ptr null }]
@n = global i32 0
define internal void @init() {
  store i32 1, ptr @n
  ret void
}
