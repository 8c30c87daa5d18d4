import { connect, type Socket } from 'node:net'
import { FrameReader, wrapped } from '../jt808/frame.ts'
import { ids, type Message, readMessage, writeMessage } from '../jt808/message.ts'
import type { Fix } from '../watch/fence.ts'

const word = (n: number): number[] => [(n >> 8) & 0xff, n & 0xff]
const long = (n: number): number[] => [...word(n >>> 16), ...word(n & 0xffff)]
const text = (s: string, bytes: number): number[] => [...Buffer.from(s.padEnd(bytes, '\0'), 'latin1')]
const bcd = (digits: string): number[] => (digits.match(/../g) ?? []).map((d) => Number.parseInt(d, 16))

/** A terminal of a truck, as it speaks to the platform over a line of its own. */
export class Terminal {
  readonly #socket: Socket
  readonly #reader = new FrameReader()
  readonly #heard: Message[] = []
  readonly #of: { readonly phone: string; readonly is2019: boolean }
  #serial = 0
  isClosed = false

  constructor(port: number, phone: string, is2019: boolean) {
    this.#of = { phone, is2019 }
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('data', (chunk: Buffer) => {
      for (const frame of this.#reader.read(chunk)) {
        const message = frame instanceof Uint8Array ? readMessage(frame) : undefined
        if (message) this.#heard.push(message)
      }
    })
    this.#socket.on('error', () => undefined)
    this.#socket.once('close', () => {
      this.isClosed = true
    })
  }
  raw(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }
  end(): void {
    this.#socket.destroy()
  }
  /** Sends one, in pieces as networks do, and waits for the answer to it; undefined: the line was closed. */
  async say(id: number, body: readonly number[]): Promise<Message | undefined> {
    this.#serial += 1
    const serial = this.#serial
    const frame = wrapped(writeMessage({ id, ...this.#of, serial }, body))
    this.#socket.write(frame.subarray(0, 5))
    this.#socket.write(frame.subarray(5))
    for (let n = 0; n < 500; n++) {
      const answer = this.#heard.find((m) => m.body[0] === serial >> 8 && m.body[1] === (serial & 0xff))
      if (answer) return answer
      if (this.isClosed) return undefined
      await new Promise((r) => setTimeout(r, 10))
    }
    throw new Error('no answer')
  }
  /** @returns the code with which it may come in; undefined: it is refused */
  async register(plate = '沪A00000'): Promise<string | undefined> {
    const [maker, model, own] = this.#of.is2019 ? [11, 30, 30] : [5, 20, 7]
    const gbk = plate.startsWith('沪')
      ? [0xbb, 0xa6, ...Buffer.from(plate.slice(1), 'latin1')]
      : [...Buffer.from(plate)]
    const body = [
      ...word(31),
      ...word(115),
      ...text('70111', maker),
      ...text('M808', model),
      ...text('7654321', own),
      1,
      ...gbk,
    ]
    const answer = await this.say(ids.register, body)
    return answer?.body[2] === 0 ? Buffer.from(answer.body.subarray(3)).toString('latin1') : undefined
  }
  async authenticate(code: string): Promise<boolean> {
    const body = this.#of.is2019
      ? [code.length, ...text(code, code.length), ...text('', 15), ...text('1.0', 20)]
      : text(code, code.length)
    return (await this.say(ids.authenticate, body))?.body[4] === 0
  }
  locate(fix: Fix): Promise<Message | undefined> {
    return this.say(ids.location, locationOf(fix))
  }
  /** 0x0704: what was kept while there was no network. */
  locateAll(fixes: readonly Fix[]): Promise<Message | undefined> {
    const all = fixes.flatMap((f) => {
      const one = locationOf(f)
      return [...word(one.length), ...one]
    })
    return this.say(ids.locations, [...word(fixes.length), 1, ...all])
  }
}

function locationOf({ at, p: [lng, lat], speed }: Fix): number[] {
  const wall = new Date(at + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(2, 14)
  const figures = [...word(10), ...word(Math.round((speed ?? 0) * 10)), ...word(90)]
  return [
    ...long(0),
    ...long(3),
    ...long(Math.round(lat * 1e6)),
    ...long(Math.round(lng * 1e6)),
    ...figures,
    ...bcd(wall),
  ]
}
