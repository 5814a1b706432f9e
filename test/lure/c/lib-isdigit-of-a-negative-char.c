// exit 1
// old
int isdigit(int c);
int f(char c) { return isdigit((unsigned char)c) != 0; }
// new
int isdigit(int c);
int f(char c) { return isdigit(c) != 0; }
