import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/**
 * What an authenticator app shows for a text key, written apart from the server's own code so that tests compare two.
 * @param ahead steps from now, as an app whose clock is off
 */
export function appCode(secret: string, at: number, ahead = 0): string {
  let bits = 0n
  for (const c of secret) bits = bits * 32n + BigInt(alphabet.indexOf(c))
  const length = Math.floor((secret.length * 5) / 8)
  bits >>= BigInt(secret.length * 5 - length * 8)
  const key = Buffer.from(bits.toString(16).padStart(length * 2, '0'), 'hex')
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(at / stepMs) + ahead, 4)
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
