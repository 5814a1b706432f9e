#include <stdlib.h>
#include <string.h>

struct Record {
  int id;
  char name[12];
  struct Record *next;
};

struct Record *record_new(int id, const char *name) {
  struct Record *r = malloc(sizeof *r);
  if (r) {
    r->next = NULL;
    memcpy(r->name, name, 11);
    r->name[11] = '\0';
    r->id = id;
  }
  return r;
}

int sum3(const int *v) {
  return v[0] + v[1] + v[2];
}
