import { connect, type Socket } from 'node:net'
import { BackOff } from './deps.ts'
import type { DriverDeps } from './driver.ts'

const connectMs = 5_000
const askEveryMs = 15_000
const silentMs = 30_000

export interface LineEnds {
  up(): void
  down(why: string): void
  data(chunk: Uint8Array): void
  /** Says something that the other side answers; what never answers is taken for dead. */
  ask(): void
}

/** One TCP connection at a time to one address, made again by itself until it is stopped. */
export class TcpLine {
  readonly #to: { readonly host: string; readonly port: number }
  readonly #ends: LineEnds
  readonly #deps: DriverDeps
  readonly #backOff: BackOff
  #socket: Socket | undefined
  #isUp = false
  #isWanted = false
  #heardAt = 0
  #timer: () => void = () => {}

  constructor(to: { readonly host: string; readonly port: number }, ends: LineEnds, deps: DriverDeps) {
    this.#to = to
    this.#ends = ends
    this.#deps = deps
    this.#backOff = new BackOff(deps)
  }

  /** There is a connection, and what is written goes out on it. */
  get isUp(): boolean {
    return this.#isUp
  }

  start(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#connect()
  }

  async stop(): Promise<void> {
    this.#isWanted = false
    this.#timer()
    const socket = this.#socket
    this.#socket = undefined
    this.#isUp = false
    if (!socket || socket.closed) return
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      socket.destroy()
    })
  }

  /** @returns false where there is no connection; else `taken` is called once the system has the bytes */
  write(bytes: Uint8Array, taken: () => void = () => {}): boolean {
    if (!this.#isUp || !this.#socket) return false
    this.#socket.write(bytes, (error) => {
      if (!error) taken()
    })
    return true
  }

  /** Ends this connection; the next one follows by itself. */
  drop(why: string): void {
    const socket = this.#socket
    if (!socket) return
    this.#socket = undefined
    this.#isUp = false
    this.#timer()
    socket.destroy()
    this.#timer = this.#deps.after(this.#backOff.next(), () => this.#connect())
    this.#ends.down(why)
  }

  #connect(): void {
    const socket = connect(this.#to)
    this.#socket = socket
    socket.setNoDelay(true)
    this.#timer = this.#deps.after(connectMs, () => this.drop('no connection in time'))
    // What an earlier socket still tells is nobody's.
    const isThis = (): boolean => this.#socket === socket
    socket.on('connect', () => isThis() && this.#connected())
    socket.on('data', (chunk) => isThis() && this.#heard(chunk))
    socket.on('error', (error) => isThis() && this.drop(reasonOf(error)))
    socket.on('close', () => isThis() && this.drop('the controller closed the connection'))
  }

  #connected(): void {
    this.#isUp = true
    this.#heardAt = this.#deps.now()
    this.#timer()
    this.#watch()
    this.#ends.up()
  }

  #heard(chunk: Uint8Array): void {
    this.#heardAt = this.#deps.now()
    this.#backOff.reset()
    this.#ends.data(chunk)
  }

  #watch(): void {
    this.#timer = this.#deps.after(askEveryMs, () => {
      if (this.#deps.now() - this.#heardAt >= silentMs) return this.drop(`no byte for ${silentMs / 1000} s`)
      this.#watch()
      this.#ends.ask()
    })
  }
}

const reasonOf = (error: Error): string => ('code' in error ? String(error.code) : '') || error.message
