# Makes every line a C string.
s/[\"]/\\&/g
s/^/"/
s/$/\\n",/
