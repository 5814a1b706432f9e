// exit 1
// old
const char *version = "1.0";
// new
const char *version = "1.1";
