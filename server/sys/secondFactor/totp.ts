import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, thirty seconds. */
const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (b) => b.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The code of one counter value (RFC 4226). */
export function hotp(key: Buffer, counter: number, digits: number, hash = 'sha1'): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac(hash, key).update(message).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const stepOf = (time: Date): number => Math.floor(time.getTime() / 1000 / stepSeconds)
export const codeOf = (key: Buffer, step: number): string => hotp(key, step, 6)

/** The step of a code that is good now: its clock may be one step off, and the step must be later than the last taken. */
export function acceptedStep(key: Buffer, typed: string, time: Date, lastStep: number): number | undefined {
  const now = stepOf(time)
  const given = Buffer.from(typed)
  return [now, now - 1, now + 1].find((step) => {
    const code = Buffer.from(codeOf(key, step))
    return step > lastStep && code.length === given.length && timingSafeEqual(code, given)
  })
}

/** What an app reads from the picture. */
export const otpauthUrl = (account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(`Lading:${account}`)}?secret=${secret}&issuer=Lading&algorithm=SHA1&digits=6&period=${stepSeconds}`
