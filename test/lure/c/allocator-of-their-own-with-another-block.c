// exit 1
// old
static char pool[64];
static unsigned used;
void *take(void) { if (used >= 64) return 0; void *p = pool + used; used += 8; return p; }
// new
static char pool[64];
static unsigned used;
void *take(void) { if (used >= 64) return 0; void *p = pool + used; used += 16; return p; }
