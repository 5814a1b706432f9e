// exit 1
// old
const int *s = (const int *)L"ab";
// new
const int *s = (const int *)L"ac";
