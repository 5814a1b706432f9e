// exit 1|3
// old
typedef void (*fn)(void);
extern fn start_inits[], stop_inits[];
void out(int);
void run(void) { for (fn *p = start_inits; p != stop_inits; p++) out(1); }
// new
typedef void (*fn)(void);
extern fn start_inits[], stop_inits[];
void out(int);
void run(void) { fn *p = start_inits; do { out(1); p++; } while (p != stop_inits); }
