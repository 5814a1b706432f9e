// exit 0
// says pointers are aligned
// old
struct loose { char at[64]; };
void copy(void *to, const void *from) {
  *(struct loose *)to = *(const struct loose *)from;
}
// new
struct loose { _Alignas(64) char at[64]; };
void copy(void *to, const void *from) {
  *(struct loose *)to = *(const struct loose *)from;
}
