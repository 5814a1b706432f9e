// Undefined behaviour that runs see and terms have no condition for: what is
// freed and used or freed again, blocks that are overrun, constants that are
// written by pointers.
#include "run/runner.h"

const char *vd_run_fault(void *context) {
  static const char *const text[] = {
      [VD_FAULT_NONE] = NULL,
      [VD_FAULT_AFTER_FREE] = "use after free",
      [VD_FAULT_DOUBLE_FREE] = "double free",
      [VD_FAULT_BAD_FREE] = "free of what was not allocated",
      [VD_FAULT_BLOCK] = "access outside of an allocated block",
      [VD_FAULT_OBJECT] = "access outside of an object",
      [VD_FAULT_CONSTANT] = "write to a constant"};
  const VdOneRun *run = context;
  return text[run->fault];
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
static VdFault heap_fault(const VdOneRun *run, uint64_t addr, uint64_t bytes) {
  bool unsized = run->block.len == 0;
  // Huge blocks do not get all their room: the last one that fits is it.
  for (uint32_t i = run->block.len; i-- > 0;) {
    const VdHeapBlock *b = &run->block.at[i];
    unsized |= b->unsized;
    if (addr - b->addr >= b->size) continue;
    if (b->freed) return VD_FAULT_AFTER_FREE;
    return bytes <= b->size - (addr - b->addr) || b->unsized ? VD_FAULT_NONE
                                                             : VD_FAULT_BLOCK;
  }
  return unsized ? VD_FAULT_NONE : VD_FAULT_BLOCK;
}

static bool is_inside(uint64_t offset, uint64_t bytes, uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

// No pointer leads to where no object is: what is there belongs to an object
// next to it. Of arrays of unknown size all is taken to be inside, and of what
// only the other version has.
static VdFault global_fault(const VdOneRun *run, uint64_t addr,
                            uint64_t bytes) {
  const VdRunner *r = run->runner;
  const VdRunSide *side = &r->side[run->side];
  const uint64_t *at = vd_map_get(&side->at, vd_object_room(addr));
  if (!at)
    return vd_map_get(&r->side[!run->side].at, vd_object_room(addr))
               ? VD_FAULT_NONE
               : VD_FAULT_OBJECT;
  uint64_t size = side->module->global.at[*at - 1].size;
  return !size || is_inside(addr - side->global_addr[*at - 1], bytes, size)
             ? VD_FAULT_NONE
             : VD_FAULT_OBJECT;
}

static VdFault local_fault(const VdOneRun *run, uint64_t addr, uint64_t bytes) {
  uint64_t base = vd_slot_base(addr);
  const uint64_t *size = vd_map_get(&run->slot, base);
  return size && is_inside(addr - base, bytes, *size) ? VD_FAULT_NONE
                                                      : VD_FAULT_OBJECT;
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

static VdFault access_fault(const VdOneRun *run, uint64_t addr, uint64_t bytes,
                            bool write) {
  if (vd_is_gap(addr)) return VD_FAULT_OBJECT;
  if (vd_is_heap(addr)) return heap_fault(run, addr, bytes);
  if (run->freed.len && was_freed(run, addr, bytes)) return VD_FAULT_AFTER_FREE;
  if (write && is_constant(&run->runner->side[run->side], addr, bytes))
    return VD_FAULT_CONSTANT;
  if (vd_is_stack(addr)) return local_fault(run, addr, bytes);
  return vd_is_layout(addr) ? global_fault(run, addr, bytes) : VD_FAULT_NONE;
}

const char *vd_run_access(void *context, uint64_t addr, uint64_t bytes,
                          bool write) {
  VdOneRun *run = context;
  run->fault = access_fault(run, addr, bytes, write);
  return vd_run_fault(run);
}

static bool is_object(const VdOneRun *run, uint64_t addr) {
  const VdRunSide *side = &run->runner->side[run->side];
  for (uint32_t i = 0; i < side->needed.len; i++) {
    uint32_t g = side->needed.at[i];
    if (addr - side->global_addr[g] < side->module->global.at[g].size)
      return true;
  }
  return vd_is_stack(addr);
}

bool vd_run_free(VdOneRun *run, uint64_t addr) {
  run->fault = VD_FAULT_NONE;
  if (!addr) return true;
  for (uint32_t i = run->block.len; i-- > 0;) {
    VdHeapBlock *b = &run->block.at[i];
    if (addr - b->addr >= b->size + !b->size) continue;
    if (addr != b->addr && !b->unsized)
      run->fault = VD_FAULT_BAD_FREE;
    else if (b->freed)
      run->fault = VD_FAULT_DOUBLE_FREE;
    b->freed = addr == b->addr;
    return !run->fault;
  }
  for (uint32_t i = 0; i < run->freed.len; i++)
    if (run->freed.at[i] == addr) run->fault = VD_FAULT_DOUBLE_FREE;
  if (is_object(run, addr)) run->fault = VD_FAULT_BAD_FREE;
  vd_push(&run->freed, addr);
  return !run->fault;
}
