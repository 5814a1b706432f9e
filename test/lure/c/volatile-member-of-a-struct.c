// exit 1
// old
struct dev { volatile unsigned status, data; };
unsigned f(struct dev *d) { while (d->status & 1); return d->data; }
// new
struct dev { volatile unsigned status, data; };
unsigned f(struct dev *d) { while (d->status & 2); return d->data; }
