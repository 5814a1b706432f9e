// exit 1
// old
enum { A, B, C };
int start = B;
// new
enum { A, C, B };
int start = B;
