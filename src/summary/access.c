// What terms say of memory that is accessed.
#include "summary/summary.h"

// Stores to locals are gone with them at the end, and statics that only one
// version has are its own business.
bool vd_object_is_unseen(const void *context, const VdObject *object) {
  (void)context;
  return object->kind == VD_OBJECT_SLOT || object->hidden;
}

// "addr is where a process can have memory": addr - first < room, where room is
// what there is less the size of an access. No other test has such a constant.
bool vd_access_is_test(VdTerms *tm, VdTerm t, VdTerm *addr) {
  VdValue room;
  uint64_t most = VD_LAST_ADDRESS - VD_FIRST_ADDRESS;
  if (vd_term_op(tm, t) != VD_OP_BVULT ||
      !vd_term_value(tm, vd_term_arg(tm, t, 1), &room) || room.sort.a != 64 ||
      room.bits > most || room.bits + VD_MAX_ACCESS <= most)
    return false;
  *addr =
      vd_mk_add(tm, vd_term_arg(tm, t, 0), vd_mk_bv(tm, 64, VD_FIRST_ADDRESS));
  return true;
}

VdTerm vd_access_to_objects(VdTerms *tm, VdTerm t) {
  VdTermVec nodes = {0};
  VdMap map = {0};
  vd_terms_reach(tm, &t, 1, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    VdTerm addr;
    if (!vd_access_is_test(tm, nodes.at[i], &addr)) continue;
    VdPlace place = vd_term_place(tm, addr);
    if (vd_term_op(tm, place.base) == VD_OP_ADDR &&
        vd_term_is_none(place.index))
      *vd_map_put(&map, nodes.at[i].id) = vd_mk_bool(tm, true).id;
  }
  VdTerm valid = map.len ? vd_term_subst(tm, t, &map) : t;
  vd_map_done(&map);
  vd_vec_done(&nodes);
  return valid;
}
