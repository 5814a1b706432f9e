// exit 1
// old
static unsigned char buf[4];
void send(const unsigned char *, int);
void f(void) { for (unsigned char n = 0;; n++) { buf[0] = n; buf[1] = 0xaa; send(buf, 2); } }
// new
static unsigned char buf[4];
void send(const unsigned char *, int);
void f(void) { for (unsigned char n = 0;; n++) { buf[0] = n; buf[1] = 0xab; send(buf, 2); } }
