// exit 3
// old
typedef struct { char cell[64]; } __attribute__((aligned(64))) Row;
void give(void *);
void run(void) { Row r = {{1}}; give(&r); }
// new
typedef struct { char cell[64]; } Row;
void give(void *);
void run(void) { Row r = {{1}}; give(&r); }
