// exit 3
// old
__attribute__((used)) static _Alignas(32) int cell = 6;
// new
__attribute__((used)) static int cell = 6;
