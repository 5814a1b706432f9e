struct line {
  int pay;
  short days;
};
