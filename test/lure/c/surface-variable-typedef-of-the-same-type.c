// exit 0
// old
unsigned long v;
// new
typedef unsigned long word;
word v;
