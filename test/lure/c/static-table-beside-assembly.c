// exit 1|3
// old
static int tab[3] = {1,2,3}; int f(int k) { __asm__ volatile("nop"); return tab[k]; }
// new
static int tab[3] = {1,2,4}; int f(int k) { __asm__ volatile("nop"); return tab[k]; }
