/** SHA-256 and HMAC without Web Crypto: for pages that came over plain http from another host, where it is missing. */
const root = (n: number, power: number): number => (n ** power % 1) * 2 ** 32
const primes = Array.from({ length: 312 }, (_, i) => i).filter(
  (n) => n > 1 && !Array.from({ length: n - 2 }, (_, i) => i + 2).some((d) => n % d === 0),
)

/** FIPS 180-4. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, message.length * 8)
  const k = Uint32Array.from(primes, (p) => root(p, 1 / 3))
  const h = Uint32Array.from(primes.slice(0, 8), (p) => root(p, 1 / 2))
  for (let at = 0; at < padded.length; at += 64) h.set(block(view, at, k, h))
  const out = new DataView(new ArrayBuffer(32))
  h.forEach((word, i) => {
    out.setUint32(i * 4, word)
  })
  return new Uint8Array(out.buffer)
}

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

function block(view: DataView, at: number, k: Uint32Array, h: Uint32Array): Uint32Array {
  const w = new Uint32Array(64)
  const word = (i: number): number => w[i] ?? 0
  for (let i = 0; i < 64; i++) {
    const a = word(i - 15)
    const b = word(i - 2)
    const mixed = (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
    w[i] = i < 16 ? view.getUint32(at + i * 4) : mixed + word(i - 7) + word(i - 16)
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, z = 0] = h
  for (let i = 0; i < 64; i++) {
    const t1 = z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (k[i] ?? 0) + word(i)
    const t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[z, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  return Uint32Array.of(a, b, c, d, e, f, g, z).map((v, i) => v + (h[i] ?? 0))
}

/** RFC 2104, for keys of up to 64 bytes. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const pad = (byte: number) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte)
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))))
}
const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
