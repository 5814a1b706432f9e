# awk -f match.awk expected actual: exits with 0 when actual matches expected,
# in which a line "..." stands for any lines and {*} in a line for any text.

NR == FNR { want[nwant++] = $0; next }
{ have[nhave++] = $0 }

# The parts between the wildcards have to come in this order; the leftmost
# place for each is as good as any.
function line_matches(pattern, text,    part, n, i, at) {
  n = split_at_wildcards(pattern, part)
  if (n == 1) return pattern == text
  if (substr(text, 1, length(part[1])) != part[1]) return 0
  text = substr(text, length(part[1]) + 1)
  for (i = 2; i < n; i++) {
    at = index(text, part[i])
    if (at == 0 && part[i] != "") return 0
    if (part[i] != "") text = substr(text, at + length(part[i]))
  }
  return length(text) >= length(part[n]) &&
         substr(text, length(text) - length(part[n]) + 1) == part[n]
}

function split_at_wildcards(pattern, part,    n, at) {
  n = 0
  while ((at = index(pattern, "{*}")) > 0) {
    part[++n] = substr(pattern, 1, at - 1)
    pattern = substr(pattern, at + 3)
  }
  part[++n] = pattern
  return n
}

# The same for lines, going back only to the last "...".
END {
  w = h = 0
  star = -1
  while (h < nhave) {
    if (w < nwant && want[w] == "...") {
      star = w++
      mark = h
    } else if (w < nwant && line_matches(want[w], have[h])) {
      w++
      h++
    } else if (star >= 0) {
      w = star + 1
      h = ++mark
    } else {
      exit 1
    }
  }
  while (w < nwant && want[w] == "...") w++
  exit w < nwant
}
