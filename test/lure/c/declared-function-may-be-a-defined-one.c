// exit 1|3
// old
void SysTick_Handler(void);
void Default_Handler(void) {}
int f(void) {
  void (*p)(void) = SysTick_Handler;
  return p != Default_Handler;
}
// new
void SysTick_Handler(void);
void Default_Handler(void) {}
int f(void) { return 1; }
