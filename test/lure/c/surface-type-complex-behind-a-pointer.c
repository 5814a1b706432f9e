// exit 1
// old
int none(_Complex float *p) { return !p; }
// new
int none(_Complex double *p) { return !p; }
