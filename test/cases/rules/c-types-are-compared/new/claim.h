struct line {
  int pay;
  unsigned short days;
};
