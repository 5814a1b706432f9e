# The verdicts of a random campaign as a table. Lines are "KIND VERDICT ORACLE";
# the variable kinds names the columns.
NF == 3 && index(" " kinds " ", " " $1 " ") {
  count[$1, $2]++
  if ($3 == "differs" && $1 != "equal") shown[$2]++
}
END {
  columns = split(kinds, kind)
  words = "same partial different mismatch bounded unknown unsupported timeout error"
  n = split(words, v)
  printf "%-12s", ""
  for (k = 1; k <= columns; k++) printf "%10s", kind[k]
  print ""
  for (i = 1; i <= n; i++) {
    printf "%-12s", v[i]
    for (k = 1; k <= columns; k++) printf "%10d", count[kind[k], v[i]]
    if (v[i] != "different" && v[i] != "mismatch" && shown[v[i]])
      printf "   %d of them differ when run", shown[v[i]]
    print ""
  }
}
