// exit 1
// old
int table[4] = {1, 2, 3, 4};
// new
int table[5] = {1, 2, 3, 4, 5};
