// exit 1
// old
#include <stddef.h>
const wchar_t *w = L"ab";
// new
#include <stddef.h>
const wchar_t *w = L"ac";
