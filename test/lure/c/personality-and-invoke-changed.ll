; exit 1|3
; old
declare i32 @__gxx_personality_v0(...)
declare void @may()
define i32 @f() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %ok unwind label %bad
ok:
  ret i32 0
bad:
  %e = landingpad { ptr, i32 } cleanup
  ret i32 1
}
; new
declare i32 @__gxx_personality_v0(...)
declare void @may()
define i32 @f() personality ptr @__gxx_personality_v0 {
  invoke void @may() to label %ok unwind label %bad
ok:
  ret i32 0
bad:
  %e = landingpad { ptr, i32 } cleanup
  ret i32 2
}
