// exit 1
// old
struct flags { unsigned a : 3, b : 5, c : 1; };
struct flags flags = {1, 2, 1};
// new
struct flags { unsigned a : 3, b : 5, c : 1; };
struct flags flags = {1, 2, 0};
