// exit 0
// old
enum R { LOW, HIGH };
enum R f(int x) { return x ? HIGH : LOW; }
// new
enum R { LOW, TOP };
enum R f(int x) { return x ? TOP : LOW; }
