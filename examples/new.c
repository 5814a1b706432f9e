// Part of a driver for a serial port: a ring buffer, a checksum, a timeout.
#include <stdint.h>

#define SIZE 64
#define MASK (SIZE - 1)

struct Ring {
  uint8_t data[SIZE];
  unsigned head;  // next to write
  unsigned tail;  // next to read
};

unsigned ring_used(const struct Ring *ring) {
  return (ring->head - ring->tail) & MASK;
}

static unsigned after(unsigned position) {
  return (position + 1) & MASK;
}

int ring_put(struct Ring *ring, uint8_t byte) {
  if (after(ring->head) == (ring->tail & MASK)) return -1;  // full
  ring->data[ring->head & MASK] = byte;
  ring->head = after(ring->head);
  return 0;
}

int ring_get(struct Ring *ring) {
  if (ring->head == ring->tail) return -1;  // empty
  uint8_t byte = ring->data[ring->tail & MASK];
  ring->tail = after(ring->tail);
  return byte;
}

uint16_t crc16(const uint8_t *data, unsigned length) {
  uint16_t crc = 0xffff;
  for (unsigned i = 0; i < length; i++) {
    crc ^= data[i] << 8;
    for (int bit = 0; bit < 8; bit++)
      crc = (crc << 1) ^ (crc >> 15) * 0x1021;
  }
  return crc;
}

int is_valid_baud(int baud) {
  return baud == 9600 || baud == 19200 || baud == 38400 || baud == 57600 ||
         baud == 115200;
}

// Whether limit ticks have passed since start. The clock wraps around.
int is_late(uint32_t now, uint32_t start, uint32_t limit) {
  uint32_t deadline = start + limit;
  return now >= deadline;
}
