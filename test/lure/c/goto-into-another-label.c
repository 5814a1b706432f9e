// exit 1
// old
int f(int x) { if (x) goto a; b: return 1; a: if (x > 1) goto b; return 2; }
// new
int f(int x) { if (x) goto a; b: return 1; a: if (x > 2) goto b; return 2; }
