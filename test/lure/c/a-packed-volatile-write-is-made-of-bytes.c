// exit 1|3
// options --cflags=--target=riscv64-linux-gnu
// old
struct port { unsigned value; };
void send(unsigned long at, unsigned x) {
  ((volatile struct port *)at)->value = x;
}
// new
struct port { unsigned value; } __attribute__((packed));
void send(unsigned long at, unsigned x) {
  ((volatile struct port *)at)->value = x;
}
