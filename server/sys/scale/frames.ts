import { toledoLength } from './protocol.ts'

/** Nothing that a scale says is longer. */
const lineMax = 256
const [stx, etx, lf, cr] = [0x02, 0x03, 0x0a, 0x0d]

export interface Frames {
  /** A line, without what ends it. */
  line(line: Buffer): void
  /** What can be none: its beginning, told once. */
  garbage(start: Buffer): void
}
/** Cuts what comes in pieces into lines; holds no more than one of them, however much comes without an end. */
export type Cutter = (chunk: Buffer) => void

/** Lines that end with CR, LF or both, or stand between STX and ETX. */
export function lineCutter({ line, garbage }: Frames): Cutter {
  const held = Buffer.alloc(lineMax)
  let length = 0
  let isTooLong = false
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === cr || byte === lf || byte === stx || byte === etx) {
        if (length > 0 && !isTooLong) line(Buffer.from(held.subarray(0, length)))
        length = 0
        isTooLong = false
      } else if (length < lineMax) {
        held[length] = byte
        length += 1
      } else if (!isTooLong) {
        isTooLong = true
        garbage(Buffer.from(held))
      }
    }
  }
}

/** Frames of Toledo's continuous output; the check sum that some send behind is passed over. */
export function toledoCutter({ line, garbage }: Frames): Cutter {
  let held: number[] = []
  let strayed: number[] = []
  const stray = (byte: number): void => {
    strayed.push(byte)
    if (strayed.length < lineMax) return
    garbage(Buffer.from(strayed))
    strayed = []
  }
  const take = (byte: number): void => {
    if (held.length === 0 && (byte & 0x7f) !== stx) {
      stray(byte)
      return
    }
    held.push(byte)
    if (held.length < toledoLength) return
    const frame = held
    held = []
    if (((frame.at(-1) ?? 0) & 0x7f) === cr) {
      // One byte between two frames is the sum.
      if (strayed.length > 1) garbage(Buffer.from(strayed))
      strayed = []
      line(Buffer.from(frame.slice(0, -1)))
      return
    }
    // It only looked like a beginning: the next one may stand within.
    stray(frame[0] ?? 0)
    for (const again of frame.slice(1)) take(again)
  }
  return (chunk) => {
    for (const byte of chunk) take(byte)
  }
}
