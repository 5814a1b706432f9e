// exit 1
// old
void tick(int);
void odd(void);
void even(void) { tick(0); odd(); }
void odd(void) { tick(1); even(); }
// new
void tick(int);
void odd(void);
void even(void) { tick(2); odd(); }
void odd(void) { tick(1); even(); }
