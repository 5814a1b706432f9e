// exit 1
// old
unsigned __int128 big = (unsigned __int128)1 << 100;
// new
unsigned __int128 big = (unsigned __int128)1 << 101;
