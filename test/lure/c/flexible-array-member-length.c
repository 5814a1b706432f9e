// exit 1
// old
struct v { int n; int at[]; };
struct v v = {2, {5, 6}};
// new
struct v { int n; int at[]; };
struct v v = {2, {5, 6, 7}};
