# The verdicts of a random campaign as a table. Lines are "KIND VERDICT ORACLE"; the
# variable kinds names the columns, and heads, parted by commas, what is above them.
NF == 3 && index(" " kinds " ", " " $1 " ") {
  count[$1, $2]++
  seen[$2]++
  if ($3 == "differs" && $1 != "equal") shown[$2]++
}
END {
  columns = split(kinds, kind)
  split(heads, head, ",")
  n = split("same,partial,different,mismatch,bounded,unknown,unsupported,timeout,error", v, ",")
  split("same,same if both end,different,fundamental mismatch,same up to a bound,unknown," \
    "unsupported,timeout,error", said, ",")
  top = "| verdict |"
  line = "|---|"
  for (k = 1; k <= columns; k++) {
    top = top " " head[k] " |"
    line = line "--:|"
  }
  print top " undecided, but runs differ |"
  print line "--:|"
  for (i = 1; i <= n; i++) {
    if (!seen[v[i]]) continue
    row = "| " said[i] " |"
    for (k = 1; k <= columns; k++) row = row " " count[kind[k], v[i]] + 0 " |"
    print row " " (v[i] == "different" || v[i] == "mismatch" ? "" : shown[v[i]] + 0) " |"
  }
}
