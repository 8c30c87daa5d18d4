import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's second choice of parameters: 19 MiB, two passes, one lane; about 30 ms off the main thread. */
const memory = 19_456
const passes = 2
const tagLength = 32
const hash = promisify(argon2)

const digest = (password: string, nonce: Buffer, m: number, t: number): Promise<Buffer> =>
  hash('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    parallelism: 1,
    tagLength,
    memory: m,
    passes: t,
  }) as Promise<Buffer>

/** `$argon2id$m=19456,t=2$salt$tag`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await digest(password, nonce, memory, passes)
  return `$argon2id$m=${memory},t=${passes}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** What an unknown user is compared with, so that he takes as long as a known one. */
const nobody = hashPassword(randomBytes(16).toString('hex'))

export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, , settings, salt, tag] = (stored ?? (await nobody)).split('$')
  const [, m, t] = /^m=(\d+),t=(\d+)$/.exec(settings ?? '') ?? []
  const expected = Buffer.from(tag ?? '', 'base64url')
  const actual = await digest(password, Buffer.from(salt ?? '', 'base64url'), Number(m), Number(t))
  return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** Letters and digits that nobody confuses when reading them out. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** Ten random characters with an upper-case and a lower-case letter and a digit. */
export function randomPassword(): string {
  for (;;) {
    const made = [...randomBytes(10)].map((b) => alphabet[b % alphabet.length]).join('')
    if (/[a-z]/.test(made) && /[A-Z]/.test(made) && /\d/.test(made)) return made
  }
}
