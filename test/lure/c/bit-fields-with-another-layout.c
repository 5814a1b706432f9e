// exit 1
// old
struct flags { unsigned a : 3, b : 5; } flags = {1, 2};
// new
struct flags { unsigned a : 4, b : 4; } flags = {1, 2};
