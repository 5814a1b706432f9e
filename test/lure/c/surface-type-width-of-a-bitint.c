// exit 0
// says _BitInt and _Complex integers are compared by size
// old
unsigned _BitInt(12) *spot;
// new
unsigned _BitInt(11) *spot;
