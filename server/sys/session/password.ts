import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { atMost } from '../../platform/atMost.ts'

interface Cost {
  readonly memory: number
  readonly passes: number
}
/** 48 MiB, three passes, one lane: a tenth of a second, off the main thread. */
const served: Cost = { memory: 49_152, passes: 3 }
let cost = served
/** For tests only, which log in thousands of times. */
export const hashAt = (other: Cost = served): void => {
  cost = other
}
const tagLength = 32
const hash = promisify(argon2)

/** A shift that logs in at the same minute leaves half of the computer to those who are at work. */
const turn = atMost(Math.max(1, availableParallelism() >> 1))

const digest = (password: string, nonce: Buffer, { memory, passes }: Cost): Promise<Buffer> => {
  const message = password.normalize('NFKC')
  return turn(() => hash('argon2id', { message, nonce, parallelism: 1, tagLength, memory, passes }) as Promise<Buffer>)
}

/** `$argon2id$m=49152,t=3$salt$tag`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const { memory, passes } = cost
  const tag = await digest(password, nonce, cost)
  return `$argon2id$m=${memory},t=${passes}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

const costOf = (stored: string): Cost => {
  const [, memory, passes] = /^\$argon2id\$m=(\d+),t=(\d+)\$/.exec(stored) ?? []
  return { memory: Number(memory), passes: Number(passes) }
}
/** Kept when hashes were cheaper than now: to be made anew by whoever has the password. */
export const isWeak = (stored: string | null): boolean =>
  stored !== null && costOf(stored).memory * costOf(stored).passes < cost.memory * cost.passes

const nobodysSalt = randomBytes(16)
/** What a try costs where nothing is kept, or something cheap: as much as any, so that nobody learns whose is what. */
const costNothingLess = (password: string): Promise<unknown> => digest(password, nobodysSalt, cost)

export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  if (stored === null) return costNothingLess(password).then(() => false)
  const [, , , salt, tag] = stored.split('$')
  const expected = Buffer.from(tag ?? '', 'base64url')
  const [actual] = await Promise.all([
    digest(password, Buffer.from(salt ?? '', 'base64url'), costOf(stored)),
    isWeak(stored) && costNothingLess(password),
  ])
  return expected.length === actual.length && timingSafeEqual(expected, actual)
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
