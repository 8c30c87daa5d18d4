/** Milliseconds at which our ids begin: 2024-01-01. 41 bits of them last until 2093. */
const epoch = Date.UTC(2024, 0, 1)
const slotBits = 8n
const sequenceBits = 14n

/** The first id of a moment: what was made before has a lower one. */
export const idAt = (at: Date): string =>
  (BigInt(Math.max(at.getTime() - epoch, 0)) << (slotBits + sequenceBits)).toString()

/** The slot of the process that made an id, in SQL. */
export const slotInSql = (id: string): string => `((${id} >> ${sequenceBits}) & 255)::integer`

/**
 * Makes 63-bit ids in the order of time: 41 bits of milliseconds, 8 of the process's slot, 14 of a sequence.
 * A clock that steps back does not: ids go on from the last millisecond seen.
 * @param after an id that was made before, perhaps by a process whose clock was ahead: all of this one's are greater
 */
export function createIds(slot: number, now: () => number = Date.now, after = '0'): () => string {
  let lastMs = after === '0' ? 0 : Number(BigInt(after) >> (slotBits + sequenceBits)) + 1
  let sequence = 0
  return () => {
    const ms = Math.max(now() - epoch, lastMs)
    if (ms > lastMs) {
      lastMs = ms
      sequence = 0
    } else if (++sequence >= 1 << Number(sequenceBits)) {
      lastMs += 1
      sequence = 0
    }
    return (
      (BigInt(lastMs) << (slotBits + sequenceBits)) |
      (BigInt(slot & 255) << sequenceBits) |
      BigInt(sequence)
    ).toString()
  }
}
