/**
 * The messages of PostgreSQL's extended protocol that a journey is made of. They are written one after the other into one
 * piece of memory, which serves every packet in turn.
 */
let buffer = Buffer.allocUnsafe(65_536)
let at = 0

/** A character takes so many bytes at most. */
const widest = 3
function demandRoom(size: number): void {
  if (buffer.length - at >= size) return
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + size))
  buffer.copy(larger, 0, 0, at)
  buffer = larger
}
function int16(value: number): void {
  demandRoom(2)
  at = buffer.writeInt16BE(value, at)
}
function int32(value: number): void {
  demandRoom(4)
  at = buffer.writeInt32BE(value, at)
}
function cString(text: string): void {
  demandRoom(text.length * widest + 1)
  at += buffer.write(text, at)
  at = buffer.writeUInt8(0, at)
}
function value(given: unknown): void {
  if (given === null) {
    int32(-1)
    return
  }
  const bytes = Buffer.isBuffer(given) ? given : undefined
  const text = bytes ? '' : String(given)
  demandRoom(4 + (bytes?.length ?? text.length * widest))
  const length = bytes ? bytes.copy(buffer, at + 4) : buffer.write(text, at + 4)
  at = buffer.writeInt32BE(length, at) + length
}
/** A message says how long it is before it begins. */
function message(code: string, body: () => void): void {
  demandRoom(5)
  at = buffer.writeUInt8(code.charCodeAt(0), at)
  const from = at
  at += 4
  body()
  buffer.writeInt32BE(at - from, from)
}

/** What `write` writes, as one packet. */
export function packetOf(write: () => void): Buffer {
  at = 0
  write()
  return Buffer.from(buffer.subarray(0, at))
}

export const parse = (name: string, text: string): void =>
  message('P', () => {
    cString(name)
    cString(text)
    int16(0)
  })

/** Values as the driver has prepared them: text, bytes or nothing. Answers are asked for as text. */
export const bind = (name: string, values: readonly unknown[]): void =>
  message('B', () => {
    cString('')
    cString(name)
    int16(values.length)
    for (const one of values) int16(Buffer.isBuffer(one) ? 1 : 0)
    int16(values.length)
    for (const one of values) value(one)
    int16(1)
    int16(0)
  })

/** The shape of its answer; 'P' is for portal, which has no name here. */
export const describe = (): void => message('D', () => cString('P'))

/** All rows of it. */
export const execute = (): void =>
  message('E', () => {
    cString('')
    int32(0)
  })
