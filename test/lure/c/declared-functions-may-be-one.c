// exit 1|3
// old
extern void SysTick_Handler(void), Default_Handler(void);
int f(void) {
  void (*p)(void) = SysTick_Handler, (*q)(void) = Default_Handler;
  return p != q;
}
// new
extern void SysTick_Handler(void), Default_Handler(void);
int f(void) { return 1; }
