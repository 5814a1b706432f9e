// exit 0
// old
const unsigned char map[4] = {0, 1, 2, 3};
// new
const unsigned char map[4] = {[3] = 3, [1] = 1, [2] = 2};
