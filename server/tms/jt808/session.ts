import type { PushedFix } from '@lading/contract/tms/gps.ts'
import { FrameReader, wrapped } from './frame.ts'
import {
  answerBody,
  type Header,
  ids,
  type Location,
  type Message,
  readAuthentication,
  readLocation,
  readLocations,
  readMessage,
  readRegister,
  registeredBody,
  results,
  writeMessage,
} from './message.ts'

/** A terminal that somebody has bound to a truck. */
export interface Known {
  readonly tenantId: string
  readonly sourceId: string
  readonly deviceNo: string
  /** Of its truck. */
  readonly plate: string
}
/** What a connection asks of the product. */
export interface Terminals {
  /** Of several tenants there may be one each. */
  find(phone: string): Promise<readonly Known[]>
  /** With what a terminal comes in that has registered. */
  codeOf(known: Known): string
  /** Kept, or known before. @throws where that cannot be said */
  take(known: Known, fixes: readonly PushedFix[]): Promise<void>
}
/** A connection as far as it is spoken over. */
export interface Line {
  send(bytes: Uint8Array): void
  close(): void
}

/** Parts of a message that are waited for, at most; and messages of one connection that wait to be worked off. */
const [partsMost, waitingMost] = [32, 200]

/** One connection of a terminal: it registers, says its code, and tells where it is. */
export class Session {
  readonly #reader = new FrameReader()
  readonly #terminals: Terminals
  readonly #line: Line
  readonly #parts = new Map<number, Map<number, Uint8Array>>()
  #known: Known | undefined
  #serial = 0
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  constructor(terminals: Terminals, line: Line) {
    this.#terminals = terminals
    this.#line = line
  }
  get isKnown(): boolean {
    return this.#known !== undefined
  }

  /** What came over the line; answered in the order in which it came. */
  hear(chunk: Uint8Array): Promise<void> {
    const frames = this.#reader.read(chunk)
    if (frames === 'TOO_LONG') {
      this.#line.close()
      return this.#last
    }
    for (const frame of frames) {
      const message = frame && readMessage(frame)
      // Damaged on its way: it is sent again, as nobody has answered it.
      if (!message) continue
      this.#waiting += 1
      if (this.#waiting > waitingMost) this.#line.close()
      this.#last = this.#last
        .then(() => this.#work(message))
        .catch(() => this.#answer(message, results.failed))
        .finally(() => {
          this.#waiting -= 1
        })
    }
    return this.#last
  }

  #send(of: Header, id: number, body: readonly number[]): void {
    this.#serial = (this.#serial + 1) & 0xffff
    this.#line.send(wrapped(writeMessage({ id, is2019: of.is2019, phone: of.phone, serial: this.#serial }, body)))
  }
  #answer(of: Header, result: number): void {
    this.#send(of, ids.answer, answerBody(of, result))
  }

  async #work(m: Message): Promise<void> {
    if (m.isEncrypted) return this.#answer(m, results.unsupported)
    if (m.id === ids.register) return this.#register(m)
    if (m.id === ids.authenticate) return this.#authenticate(m)
    // Who has not said who he is says nothing; and one line speaks for one terminal.
    if (!this.#known || this.#known.deviceNo !== m.phone) return this.#line.close()
    const body = this.#whole(m)
    if (body && (m.id === ids.location || m.id === ids.locations)) {
      const places = m.id === ids.location ? [readLocation(body)] : readLocations(body)
      // Nobody waits for the one before to be kept: a terminal that was away brings a hundred at once.
      void this.#keep(this.#known, m, places)
      return
    }
    const isSpoken = [ids.heartbeat, ids.leave, ids.location, ids.locations].some((id) => id === m.id)
    this.#answer(m, isSpoken ? results.done : results.unsupported)
    if (m.id === ids.leave) this.#line.close()
  }

  async #register(m: Message): Promise<void> {
    const all = await this.#terminals.find(m.phone)
    const { plate } = readRegister(m)
    // Whose it is of several it says by its plate; of two that say the same nobody knows which it is.
    const own = all.length > 1 ? all.filter((k) => k.plate === plate) : all
    const known = own.length === 1 ? own[0] : undefined
    this.#send(m, ids.registered, registeredBody(m, known ? 0 : 4, known && this.#terminals.codeOf(known)))
    if (!known) this.#line.close()
  }
  async #authenticate(m: Message): Promise<void> {
    const code = readAuthentication(m)
    this.#known = (await this.#terminals.find(m.phone)).find((k) => this.#terminals.codeOf(k) === code)
    this.#answer(m, this.#known ? results.done : results.failed)
    if (!this.#known) this.#line.close()
  }

  /** The body of a message of one frame; of several once the last has come. */
  #whole({ id, part, body }: Message): Uint8Array | undefined {
    if (!part) return body
    if (part.of < 1 || part.of > partsMost || part.no < 1 || part.no > part.of) return undefined
    const parts = this.#parts.get(id) ?? new Map<number, Uint8Array>()
    this.#parts.set(id, parts)
    parts.set(part.no, body)
    if (parts.size < part.of) return undefined
    this.#parts.delete(id)
    const inOrder = [...parts].sort(([a], [b]) => a - b)
    return Uint8Array.from(inOrder.flatMap(([, bytes]) => [...bytes]))
  }

  /** Answered once it is kept: what is not, is sent again. */
  #keep(known: Known, m: Message, places: readonly (Location | undefined)[]): Promise<void> {
    this.#waiting += 1
    return this.#take(known, places)
      .then(
        () => this.#answer(m, results.done),
        () => this.#answer(m, results.failed),
      )
      .finally(() => {
        this.#waiting -= 1
      })
  }
  async #take(known: Known, locations: readonly (Location | undefined)[]): Promise<void> {
    const fixes = locations.flatMap((l): PushedFix[] => {
      if (!l) return []
      const { at, odoKm, ...of } = l
      return [{ ...of, deviceNo: known.deviceNo, at: at.toISOString(), ...(odoKm !== undefined && { odoKm }) }]
    })
    if (fixes.length > 0) await this.#terminals.take(known, fixes)
  }
}
