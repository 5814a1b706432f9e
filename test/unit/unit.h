// What every unit test includes: cmocka with what it needs.
#ifndef VD_UNIT_H
#define VD_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka comes after those.
#include <cmocka.h>

#endif
