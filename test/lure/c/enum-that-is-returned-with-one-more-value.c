// exit 0
// old
enum R { LOW, HIGH };
enum R f(int x) { return x ? HIGH : LOW; }
// new
enum R { LOW, HIGH, HIGHER };
enum R f(int x) { return x ? HIGH : LOW; }
