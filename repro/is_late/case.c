// An input of is_late on which its versions were compared.
#include "runtime.h"

static const struct Value param[] = {
  {{'i', 32, 0}, 0x1, 0x0},  // now
  {{'i', 32, 0}, 0x2, 0x0},  // start
  {{'i', 32, 0}, 0x1, 0x0},  // limit
  {{0}}};
static const struct Bytes cell[] = {
  {0}};
static const struct Region region[] = {
  {0}};
static const struct Event old_event[] = {
  {0}};
static const struct Event new_event[] = {
  {0}};
#define VERIDIFF_COMMA ,
static const struct Pointer pointer[] = {
  {0}};
static void call(void *entry, Word (*in)[2], Word (*out)[2]) {
  Word result = ((Word (*)(Word, Word, Word))entry)(in[0][0], in[1][0], in[2][0]);
  out[0][0] = (Word)(result);
}
const struct Case veridiff_case = {
  3, 1, 0, 0, 0, param, (const struct Sort[]){{'i', 32, 0}}, cell, region, pointer, 1,
  {{old_event, 0, 0, 1, (const struct Value[]){{{'i', 32, 0}, 0x1, 0x0}}, 0},
   {new_event, 0, 0, 1, (const struct Value[]){{{'i', 32, 0}, 0x0, 0x0}}, 0}},
  call};
