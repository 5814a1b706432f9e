// The helpers have other signatures; what their callers do is the same.
struct Vec {
  int x, y, z;
};

struct Matrix {
  long a, b, c, d;
};

static int dot(struct Vec u, struct Vec v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}

int is_orthogonal(const struct Vec *u, const struct Vec *v) {
  return dot(*u, *v) == 0;
}

static unsigned long determinant(struct Matrix m) {
  return (unsigned long)m.a * m.d - (unsigned long)m.b * m.c;
}

int is_singular(struct Matrix m) {
  return determinant(m) == 0;
}

static struct Vec scaled(struct Vec v, int k) {
  v.x *= k;
  v.y *= k;
  v.z *= k;
  return v;
}

void scale_all(struct Vec *v, int n, int k) {
  for (int i = 0; i < n; i++) v[i] = scaled(v[i], k);
}

struct Vec flipped(struct Vec v) {
  return scaled(v, -1);
}
