// exit 1|3
// old
int limit = 10;
int get(void) { return limit; }
// new
const int limit = 10;
int get(void) { return limit; }
