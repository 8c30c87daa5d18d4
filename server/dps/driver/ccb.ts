/**
 * Frames of the ABLEPICK controllers ("communication control blocks"), both directions:
 * `length u16 LE · port 60H or 61H · 3 reserved · sub-command · node · data`. There is no checksum and no mark between
 * frames: a length that cannot be means that the place in the stream is lost.
 */
export interface Frame {
  /** 1 for port 60H, 2 for 61H; what else comes is told as it is counted, and is nobody's. */
  readonly bus: number
  readonly sub: number
  /** 1 to 250, 252 for all. */
  readonly node: number
  readonly data: Uint8Array
}

export const allNodes = 0xfc
const firstPort = 0x60
const head = 8
/** The only frame without a node: a host that asks for the state of all of them. */
const headWithoutNode = 7
const askStatus = 0x09
const longest = 263

export function encode({ bus, sub, node, data }: Frame): Uint8Array {
  const bytes = new Uint8Array(head + data.length)
  new DataView(bytes.buffer).setUint16(0, bytes.length, true)
  bytes[2] = firstPort + bus - 1
  bytes[6] = sub
  bytes[7] = node
  bytes.set(data, head)
  return bytes
}

/** The state of all nodes is asked for with seven bytes: what has no node names none. */
export function encodeAsk(bus: number): Uint8Array {
  const bytes = encode({ bus, sub: askStatus, node: 0, data: new Uint8Array() }).slice(0, headWithoutNode)
  bytes[0] = headWithoutNode
  return bytes
}

export interface ReadFrame extends Frame {
  /** All of its bytes, its own copy. */
  readonly raw: Uint8Array
}
export interface Taken {
  readonly frames: readonly ReadFrame[]
  /** Why nothing more can be read from this stream. What stood before it is in `frames`. */
  readonly broken?: string
}

/** Which side reads: hosts are asked with frames of 7 bytes, controllers answer with 8 and more. */
export type Reads = 'host' | 'controller'

/** Cuts a stream into frames, however it was cut into chunks. Keeps at most one frame that has not come whole. */
export class FrameReader {
  readonly #shortest: number
  #rest: Uint8Array = new Uint8Array()

  constructor(reads: Reads) {
    this.#shortest = reads === 'host' ? headWithoutNode : head
  }

  push(chunk: Uint8Array): Taken {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const frames: ReadFrame[] = []
    let at = 0
    while (bytes.length - at >= 2) {
      const length = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
      if (length < this.#shortest || length > longest) return { frames, broken: `a frame of ${length} bytes` }
      if (bytes.length - at < length) break
      frames.push(frameOf(Uint8Array.from(bytes.subarray(at, at + length))))
      at += length
    }
    this.#rest = Uint8Array.from(bytes.subarray(at))
    return { frames }
  }
}

const frameOf = (raw: Uint8Array): ReadFrame => ({
  bus: (raw[2] ?? 0) - firstPort + 1,
  sub: raw[6] ?? 0,
  node: raw[7] ?? 0,
  data: raw.subarray(head),
  raw,
})
