// exit 1
// says value
// old
enum R { LOW, HIGH };
enum R f(int x) { return x ? HIGH : LOW; }
// new
enum R { HIGH, LOW };
enum R f(int x) { return x ? LOW : HIGH; }
