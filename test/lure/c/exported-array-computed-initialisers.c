// exit 0
// old
enum { A = 2 };
const int map[3] = {4, 6, 1};
// new
enum { A = 2 };
const int map[3] = {A * A, A | 4, sizeof(char)};
