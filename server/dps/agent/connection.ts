import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentSilentMs } from '@lading/contract/dps/agent.ts'
import type { WebSocket } from 'ws'
import type { Kernel } from '../../kernel/perform.ts'
import type { Wanted } from '../gateway/book.ts'
import { bookedOf, type Known, passOver } from './book.ts'
import { RemoteDriver } from './remote.ts'
import {
  asEvent,
  closing,
  type FromAgent,
  type FromServer,
  fromAgent,
  read,
  siteController,
  wireVersion,
} from './wire.ts'

type Told = Extract<FromAgent, { t: 'event' }>
type State = Extract<FromAgent, { t: 'state' }>

/** What is told and not booked yet at most: an agent sends no more than its window, beside what is not kept. */
const queueMax = 2_000
const againMs = 200

interface Ends {
  /** It has said who it is; resolves when its controllers are spoken to. */
  welcome(): Promise<void>
  left(): void
  /** Looks once more for what it is to speak to. */
  again(): Promise<void>
}

/**
 * One connection of an agent. What it tells is booked one after the other, in the order in which it was told, by the
 * session of the controller; what has a number is answered when it is booked, and not before.
 */
export class Connection {
  readonly id = randomUUID()
  readonly known: Known
  readonly address: string
  readonly #kernel: Kernel
  readonly #socket: WebSocket
  readonly #ends: Ends
  readonly #drivers = new Map<string, RemoteDriver>()
  readonly #states = new Map<string, State>()
  #site: readonly Wanted[] = []
  #siteText = ''
  #journal: string | undefined
  #isWelcome = false
  #queued = 0
  #queue = Promise.resolve()
  #heardAt = Date.now()

  constructor(kernel: Kernel, known: Known, socket: WebSocket, address: string, ends: Ends) {
    this.#kernel = kernel
    this.known = known
    this.address = address.slice(0, 64)
    this.#socket = socket
    this.#ends = ends
    socket.on('message', (data) => this.#heard(data))
    socket.on('pong', () => {
      this.#heardAt = Date.now()
    })
    socket.on('error', (error) => kernel.log.debug({ err: error }, 'the connection of an agent broke'))
    socket.on('close', () => ends.left())
    setTimeout(() => this.#journal === undefined && socket.terminate(), agentSilentMs).unref()
  }

  get isWelcome(): boolean {
    return this.#isWelcome
  }
  get site(): readonly Wanted[] {
    return this.#site
  }
  close(code: number, why: string): void {
    this.#socket.close(code, why)
    // Whoever does not answer the farewell is gone all the same.
    setTimeout(() => this.#socket.terminate(), 500).unref()
    this.#ends.left()
  }
  /** Asks whether it is there; one that has been silent for long is not. */
  ping(): void {
    if (Date.now() - this.#heardAt > agentSilentMs) this.#socket.terminate()
    else this.#socket.ping()
  }

  /** What it is to speak to, where that is other than it was told last. */
  tellSite(site: readonly Wanted[]): void {
    if (!this.#isWelcome) return
    this.#site = site
    const message: FromServer = { t: 'site', controllers: site.map((c) => siteController.parse(c)) }
    const text = JSON.stringify(message)
    if (text === this.#siteText) return
    this.#siteText = text
    this.#socket.send(text, () => {})
  }
  /** The driver of one of its controllers, for whoever has the lease. */
  open(c: string): RemoteDriver {
    const driver = new RemoteDriver((order) => this.#say({ t: 'do', c, order }), this.#states.get(c))
    this.#drivers.set(c, driver)
    return driver
  }
  settled(): Promise<void> {
    return this.#queue
  }

  #say(message: FromServer): void {
    // What a connection loses is said again by the next one.
    this.#socket.send(JSON.stringify(message), () => {})
  }

  #heard(data: unknown): void {
    this.#heardAt = Date.now()
    const message = read(fromAgent, data)
    if (!message || (message.t === 'hello') !== (this.#journal === undefined) || this.#queued > queueMax)
      this.close(closing.nonsense, 'this is not what an agent says')
    else if (message.t === 'hello') this.#hello(message.journal)
    else if (message.t === 'state') {
      this.#states.set(message.c, message)
      this.#drivers.get(message.c)?.hearState(message)
    } else this.#told(message)
  }
  #hello(journal: string): void {
    this.#journal = journal
    this.#welcome(journal).catch((error: unknown) => {
      this.#kernel.log.warn({ err: error }, 'an agent could not be welcomed')
      this.#socket.terminate()
    })
  }
  #told(told: Told): void {
    this.#queued += 1
    this.#queue = this.#queue
      .then(() => this.#book(told))
      .finally(() => {
        this.#queued -= 1
      })
  }

  async #welcome(journal: string): Promise<void> {
    const ack = await bookedOf(this.#kernel, this.known, journal)
    this.#isWelcome = true
    this.#say({ t: 'welcome', v: wireVersion, ack })
    await this.#ends.welcome()
  }

  /** Until it is booked, or the connection ends: then it comes again. */
  async #book(told: Told): Promise<void> {
    const kept =
      told.n === undefined ? undefined : { journal: this.#journal ?? '', seq: told.n, at: this.#timeOf(told.at) }
    const event = { ...asEvent(told.e), ...(kept && { kept }) }
    while (this.#socket.readyState === this.#socket.OPEN) {
      const driver = this.#drivers.get(told.c)
      if (driver?.isReady) {
        if (!(await driver.hear(event))) continue
        if (kept) this.#say({ t: 'ack', n: kept.seq })
        return
      }
      // What nobody keeps is of a moment that has passed.
      if (!kept) return
      try {
        await this.#ends.again()
        if (!this.#site.some((c) => c.id === told.c)) {
          await passOver(this.#kernel, this.known, kept, `${told.e.kind} ${told.c} ${told.e.bus}-${told.e.node}`)
          this.#say({ t: 'ack', n: kept.seq })
          return
        }
      } catch (error) {
        this.#kernel.log.warn({ err: error }, 'what an agent told is tried again')
      }
      if (!this.#drivers.get(told.c)?.isReady) await sleep(againMs)
    }
  }

  /** Clocks of agents may be wrong: nothing was told later than now. */
  #timeOf(at: number | undefined): Date {
    const now = this.#kernel.now().getTime()
    return new Date(Math.min(at ?? now, now))
  }
}
