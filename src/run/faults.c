// Undefined behaviour that runs see and terms have no condition for: what is
// freed and used or freed again, blocks that are overrun, constants that are
// written by pointers.
#include "run/runner.h"

static const char after_free[] = "use after free";
static const char double_free[] = "double free";
static const char bad_free[] = "free of what was not allocated";
static const char outside_block[] = "access outside of an allocated block";
static const char outside_object[] = "access outside of an object";
static const char constant_write[] = "write to a constant";

bool vd_run_is_fault(const char *text) {
  static const char *const all[] = {after_free,     double_free,
                                    bad_free,       outside_block,
                                    outside_object, constant_write};
  for (size_t i = 0; text && i < VD_COUNT(all); i++)
    if (!strcmp(text, all[i])) return true;
  return false;
}

const char *vd_run_fault(void *context) {
  VdOneRun *run = context;
  return run->fault;
}

// Nothing else lies that near to the start of an allocated block, by the
// alignment that allocators give.
enum { LEAST_BLOCK = 16 };

static bool was_freed(const VdOneRun *run, uint64_t addr, uint64_t bytes) {
  for (uint32_t i = 0; i < run->freed.len; i++) {
    uint64_t at = run->freed.at[i];
    if (addr < at + LEAST_BLOCK && at < addr + bytes) return true;
  }
  return false;
}

// Of blocks whose size nobody knows, all is taken to be inside.
static const char *heap_fault(const VdOneRun *run, uint64_t addr,
                              uint64_t bytes) {
  bool unsized = run->block.len == 0;
  // Huge blocks do not get all their room: the last one that fits is it.
  for (uint32_t i = run->block.len; i-- > 0;) {
    const VdHeapBlock *b = &run->block.at[i];
    unsized |= b->unsized;
    if (addr - b->addr >= b->size) continue;
    if (b->freed) return after_free;
    return bytes <= b->size - (addr - b->addr) || b->unsized ? NULL
                                                             : outside_block;
  }
  return unsized ? NULL : outside_block;
}

static bool is_inside(uint64_t offset, uint64_t bytes, uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

// No pointer leads to where no object is: what is there belongs to an object
// next to it. Of arrays of unknown size all is taken to be inside, and of what
// only the other version has.
static const char *global_fault(const VdOneRun *run, uint64_t addr,
                                uint64_t bytes) {
  const VdRunner *r = run->runner;
  const VdRunSide *side = &r->side[run->side];
  const uint64_t *at = vd_map_get(&side->at, vd_object_room(addr));
  if (!at)
    return vd_map_get(&r->side[!run->side].at, vd_object_room(addr))
               ? NULL
               : outside_object;
  uint64_t size = side->module->global.at[*at - 1].size;
  return !size || is_inside(addr - side->global_addr[*at - 1], bytes, size)
             ? NULL
             : outside_object;
}

static const char *local_fault(const VdOneRun *run, uint64_t addr,
                               uint64_t bytes) {
  uint64_t base = vd_slot_base(addr);
  const uint64_t *size = vd_map_get(&run->slot, base);
  return size && is_inside(addr - base, bytes, *size) ? NULL : outside_object;
}

static bool is_constant(const VdRunSide *side, uint64_t addr, uint64_t bytes) {
  if (addr >= side->rom_most || addr + bytes <= side->rom_least) return false;
  for (uint32_t i = 0; i < side->rom.len; i++) {
    uint32_t g = side->rom.at[i];
    uint64_t at = side->global_addr[g];
    if (addr < at + side->module->global.at[g].size && at < addr + bytes)
      return true;
  }
  return false;
}

const char *vd_run_access(void *context, uint64_t addr, uint64_t bytes,
                          bool write) {
  const VdOneRun *run = context;
  if (vd_is_gap(addr)) return outside_object;
  if (vd_is_heap(addr)) return heap_fault(run, addr, bytes);
  if (run->freed.len && was_freed(run, addr, bytes)) return after_free;
  if (write && is_constant(&run->runner->side[run->side], addr, bytes))
    return constant_write;
  if (vd_is_stack(addr)) return local_fault(run, addr, bytes);
  return vd_is_layout(addr) ? global_fault(run, addr, bytes) : NULL;
}

static bool is_object(const VdOneRun *run, uint64_t addr) {
  const VdRunSide *side = &run->runner->side[run->side];
  for (uint32_t g = 0; g < side->module->global.len; g++)
    if (side->needed[g] &&
        addr - side->global_addr[g] < side->module->global.at[g].size)
      return true;
  return vd_is_stack(addr);
}

bool vd_run_free(VdOneRun *run, uint64_t addr) {
  run->fault = NULL;
  if (!addr) return true;
  for (uint32_t i = run->block.len; i-- > 0;) {
    VdHeapBlock *b = &run->block.at[i];
    if (addr - b->addr >= b->size + !b->size) continue;
    if (addr != b->addr && !b->unsized)
      run->fault = bad_free;
    else if (b->freed)
      run->fault = double_free;
    b->freed = addr == b->addr;
    return !run->fault;
  }
  for (uint32_t i = 0; i < run->freed.len; i++)
    if (run->freed.at[i] == addr) run->fault = double_free;
  if (is_object(run, addr)) run->fault = bad_free;
  vd_push(&run->freed, addr);
  return !run->fault;
}
