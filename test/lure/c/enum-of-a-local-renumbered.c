// exit 0
// old
enum R { LOW, HIGH };
int f(int x) { enum R r = x ? HIGH : LOW; return r == HIGH ? 7 : 9; }
// new
enum R { HIGH, LOW };
int f(int x) { enum R r = x ? HIGH : LOW; return r == HIGH ? 7 : 9; }
