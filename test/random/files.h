// What the programs of both campaigns read and write.
#ifndef RANDOM_FILES_H
#define RANDOM_FILES_H

#include <jansson.h>

#include "base/base.h"

// False after a message.
bool write_file(const char *dir, const char *name, const VdBuf *text);
// A verdict of veridiff in one word.
const char *word_of(const char *verdict);
// "" where there is none.
const char *text_of(const json_t *object, const char *key);

#endif
