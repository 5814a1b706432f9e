// exit 3
// old
__attribute__((section(".data.set"), used)) static int a = 4;
// new
__attribute__((section(".data.set"), used)) static int a = 4;
__attribute__((section(".data.set"), used)) static int b = 5;
