// Part of a driver for a serial port: a ring buffer, a checksum, a timeout.
#include <stdint.h>

#define SIZE 64

struct Ring {
  uint8_t data[SIZE];
  unsigned head;  // next to write
  unsigned tail;  // next to read
};

unsigned ring_used(const struct Ring *ring) {
  return (ring->head + SIZE - ring->tail) % SIZE;
}

int ring_put(struct Ring *ring, uint8_t byte) {
  unsigned next = (ring->head + 1) % SIZE;
  if (next == ring->tail % SIZE) return -1;  // full
  ring->data[ring->head % SIZE] = byte;
  ring->head = next;
  return 0;
}

int ring_get(struct Ring *ring) {
  if (ring->head == ring->tail) return -1;  // empty
  uint8_t byte = ring->data[ring->tail % SIZE];
  ring->tail = (ring->tail + 1) % SIZE;
  return byte;
}

uint16_t crc16(const uint8_t *data, unsigned length) {
  uint16_t crc = 0xffff;
  for (unsigned i = 0; i < length; i++) {
    crc ^= data[i] << 8;
    for (int bit = 0; bit < 8; bit++) {
      if (crc & 0x8000)
        crc = (crc << 1) ^ 0x1021;
      else
        crc = crc << 1;
    }
  }
  return crc;
}

int is_valid_baud(int baud) {
  switch (baud) {
    case 9600:
    case 19200:
    case 38400:
    case 57600:
    case 115200: return 1;
    default: return 0;
  }
}

// Whether limit ticks have passed since start. The clock wraps around.
int is_late(uint32_t now, uint32_t start, uint32_t limit) {
  return now - start >= limit;
}
