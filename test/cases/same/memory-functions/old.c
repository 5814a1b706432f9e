#include <stdlib.h>
#include <string.h>

struct Record {
  int id;
  char name[12];
  struct Record *next;
};

struct Record *record_new(int id, const char *name) {
  struct Record *r = malloc(sizeof(struct Record));
  if (r == NULL) return NULL;
  r->id = id;
  memset(r->name, 0, sizeof r->name);
  memcpy(r->name, name, 11);
  r->next = NULL;
  return r;
}

int sum3(const int *v) {
  int copy[3];
  memcpy(copy, v, sizeof copy);
  return copy[0] + copy[1] + copy[2];
}
