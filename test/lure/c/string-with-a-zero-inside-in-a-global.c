// exit 1
// old
char magic[4] = "a\0b";
// new
char magic[4] = "a\0c";
