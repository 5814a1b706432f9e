// exit 0
// old
static int hidden = 5;
int *shown = &hidden;
// new
static int secret = 5;
int *shown = &secret;
