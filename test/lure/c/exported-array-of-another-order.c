// exit 1
// old
const unsigned char map[4] = {0, 1, 2, 3};
// new
const unsigned char map[4] = {0, 2, 1, 3};
