// exit 1
// old
static int hidden = 5;
int *shown = &hidden;
// new
static int hidden = 6;
int *shown = &hidden;
