// exit 3
// old
__attribute__((section(".rodata.set"), used)) static const int a = 4;
__attribute__((section(".rodata.set"), used)) static const int b = 5;
// new
__attribute__((section(".rodata.set"), used)) static const int b = 5;
__attribute__((section(".rodata.set"), used)) static const int a = 4;
