// exit 1
// old
void stop(int x) { while (x > 100); }
// new
void stop(int x) { while (x >= 100); }
