// exit 1
// old
float level = 0;
// new
int level = 0;
