// exit 1
// old
long limit = 1000;
// new
long limit = 10000;
