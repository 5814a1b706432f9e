// exit 3
// options --strict
// old
struct __attribute__((scalar_storage_order("big-endian"))) head { short length; };
int length(const struct head *h) { return h->length; }
// new
struct __attribute__((scalar_storage_order("big-endian"))) head { short length; };
int length(const struct head *head) { return head->length; }
