// exit 3
// old
__attribute__((used)) static int cell = 6;
// new
__attribute__((used)) static unsigned cell = 6;
