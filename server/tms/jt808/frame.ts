/** What stands between two frames, and by what it is told apart where it stands in one. */
const [mark, veil] = [0x7e, 0x7d]
/** Longer than this is no frame: 1,023 bytes of body, the longest header, and each byte escaped. */
export const frameMax = 2_200

const checksum = (bytes: Uint8Array): number => bytes.reduce((sum, b) => sum ^ b, 0)

/** A message as it goes over the wire. */
export function wrapped(message: Uint8Array): Uint8Array {
  const whole = [...message, checksum(message)]
  const escaped = whole.flatMap((b) => (b === mark ? [veil, 2] : b === veil ? [veil, 1] : [b]))
  return Uint8Array.from([mark, ...escaped, mark])
}

/** What stood between two marks. @returns undefined: it was damaged on its way */
export function unwrapped(escaped: Uint8Array): Uint8Array | undefined {
  const whole: number[] = []
  for (let i = 0; i < escaped.length; i++) {
    const b = escaped[i] ?? 0
    if (b !== veil) {
      whole.push(b)
      continue
    }
    const next = escaped[++i]
    if (next !== 1 && next !== 2) return undefined
    whole.push(next === 1 ? veil : mark)
  }
  const message = Uint8Array.from(whole.slice(0, -1))
  return whole.length > 1 && checksum(message) === whole.at(-1) ? message : undefined
}

/** Puts a stream together again: a chunk may bring half a frame, or several. */
export class FrameReader {
  #rest: number[] | undefined

  /** @returns the frames that are whole now, `undefined` for each that was damaged; `'TOO_LONG'` where it is none at all */
  read(chunk: Uint8Array): readonly (Uint8Array | undefined)[] | 'TOO_LONG' {
    const frames: (Uint8Array | undefined)[] = []
    for (const b of chunk) {
      if (b === mark) {
        // One mark may end a frame and begin the next.
        if (this.#rest && this.#rest.length > 0) {
          frames.push(unwrapped(Uint8Array.from(this.#rest)))
          this.#rest = undefined
        } else this.#rest = []
        continue
      }
      // What comes before the first mark belongs to nothing.
      this.#rest ??= []
      this.#rest.push(b)
      if (this.#rest.length > frameMax) return 'TOO_LONG'
    }
    return frames
  }
}
