import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type ToldEvent, toldEvent } from './wire.ts'

/** What was told at a controller, with its number. */
export interface Entry {
  readonly n: number
  /** Controller. */
  readonly c: string
  /** When it was told, in ms since 1970 by the agent's clock. */
  readonly at: number
  readonly e: ToldEvent
}
const head = z.object({ journal: z.uuid(), from: z.number().int().min(1) })
const line = z.object({ n: z.number().int().min(1), c: z.string(), at: z.number(), e: toldEvent })

/**
 * What tags told and nobody has booked yet, on disk before anybody is told of it: a head with the journal's name and the
 * first number that it may hold, then one line of JSON each, written with fsync. Lines go only once they are acknowledged, by a new
 * file in place of the old one. A last line that is cut off is of a press that was never kept.
 */
export class Journal {
  readonly #file: string
  readonly #trimAt: number
  #name = ''
  #next = 1
  #done = 0
  #open: Entry[] = []
  #handle = -1

  /**
   * @param trimAt so many acknowledged lines are kept at most
   * @throws Error where the file is damaged before its last line
   */
  constructor(folder: string, trimAt = 200) {
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, 'journal.jsonl')
    this.#trimAt = trimAt
    if (existsSync(this.#file)) this.#read()
    else this.#name = randomUUID()
    // Also takes away the line that was cut off, and the half-written file of a trim.
    this.#rewrite()
  }

  get name(): string {
    return this.#name
  }
  /** The number of the newest line that was ever written; 0: none. */
  get last(): number {
    return this.#next - 1
  }
  /** Not acknowledged yet, oldest first. */
  get open(): readonly Entry[] {
    return this.#open
  }

  /**
   * @returns once it is on the disk
   * @throws Error where the disk does not take it; nothing of it stays then
   */
  append(o: Omit<Entry, 'n'>): Entry {
    const entry = { n: this.#next, ...o }
    const { size } = fstatSync(this.#handle)
    try {
      writeFileSync(this.#handle, `${JSON.stringify(entry)}\n`)
      fsyncSync(this.#handle)
    } catch (error) {
      ftruncateSync(this.#handle, size)
      throw error
    }
    this.#next += 1
    this.#open.push(entry)
    return entry
  }

  /** All up to this number is booked. */
  acknowledge(n: number): void {
    const before = this.#open.length
    this.#open = this.#open.filter((entry) => entry.n > n)
    this.#done += before - this.#open.length
    if (this.#done >= this.#trimAt) this.#rewrite()
  }

  /** The server has booked more than this journal ever held: an old copy of it. What is open goes on under a new name. */
  renew(): void {
    const open = this.#open
    this.#name = randomUUID()
    this.#open = open.map((entry, i) => ({ ...entry, n: i + 1 }))
    this.#next = open.length + 1
    this.#rewrite()
  }

  close(): void {
    if (this.#handle >= 0) closeSync(this.#handle)
    this.#handle = -1
  }

  #read(): void {
    const lines = readFileSync(this.#file, 'utf8').split('\n')
    // What stands behind the last line feed was cut off.
    const whole = lines.slice(0, -1)
    const first = head.safeParse(parsed(whole[0] ?? ''))
    if (!first.success) throw new Error(`${this.#file} does not begin as a journal does`)
    this.#name = first.data.journal
    this.#next = first.data.from
    for (const [i, text] of whole.slice(1).entries()) {
      const entry = line.safeParse(parsed(text)).data
      if (!entry || entry.n < this.#next) throw new Error(`${this.#file} is damaged at line ${i + 2}`)
      this.#open.push(entry as Entry)
      this.#next = entry.n + 1
    }
  }

  /** What is open, in a new file that takes the old one's place in one step. */
  #rewrite(): void {
    this.close()
    const first = { journal: this.#name, from: this.#open[0]?.n ?? this.#next }
    const text = [first, ...this.#open].map((one) => `${JSON.stringify(one)}\n`).join('')
    writeWhole(this.#file, text)
    this.#handle = openSync(this.#file, 'a', 0o600)
    this.#done = 0
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A file is there as a whole, on the disk, or as it was before. */
export function writeWhole(file: string, text: string): void {
  const half = `${file}.new`
  const handle = openSync(half, 'w', 0o600)
  writeFileSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(half, file)
  if (process.platform === 'win32') return
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
