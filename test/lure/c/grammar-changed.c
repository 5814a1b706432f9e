// exit 3
// old
// file f.c
int f(int x) { return x; }
// file a.y
%% x: 'a' { $$ = 1; }
// new
// file f.c
int f(int x) { return x; }
// file a.y
%% x: 'a' { $$ = 2; }
