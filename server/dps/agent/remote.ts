import type { DeviceEvent, DriverCaps, EventListener, LightDriver, Show, TagAt } from '../driver/driver.ts'
import type { Resumed, Simulated } from '../gateway/open.ts'
import type { FromAgent, Order } from './wire.ts'

type State = Omit<Extract<FromAgent, { t: 'state' }>, 't' | 'c'>

/** A controller that an agent speaks to, for the server as if it spoke to it itself. */
export class RemoteDriver implements LightDriver, Simulated, Resumed {
  /** What is asked is what every make can do; the agent's own driver knows what it leaves out. */
  readonly caps: DriverCaps = {
    colors: ['red', 'green', 'orange', 'blue', 'pink', 'cyan'],
    keys: ['CONFIRM', 'SHORT'],
    exactAck: true,
    qtyEditable: true,
  }
  readonly #send: (order: Order) => void
  #isStarted = false
  #isStopped = false
  #told: State | undefined
  #isKept = false
  #event: EventListener = () => {}
  #state: (state: 'up' | 'down', why?: string) => void = () => {}

  constructor(send: (order: Order) => void, told: State | undefined) {
    this.#send = send
    this.#told = told
  }

  start(): void {
    this.#isStarted = true
    const told = this.#told
    if (told) this.hearState(told)
  }
  async stop(): Promise<void> {
    this.#isStopped = true
  }
  /** What it is told from now on is booked. */
  get isReady(): boolean {
    return this.#isStarted && !this.#isStopped
  }

  hearState(state: State): void {
    this.#told = state
    if (!this.isReady) return
    this.#isKept = state.up && state.kept
    this.#state(state.up ? 'up' : 'down', state.why)
  }
  /** @returns whether it is booked; what came to one that ends meanwhile is not */
  async hear(event: DeviceEvent): Promise<boolean> {
    if (!this.isReady) return false
    await this.#event(event)
    return this.isReady
  }

  isKept(): boolean {
    // A light that somebody wants shown anew later on is.
    const was = this.#isKept
    this.#isKept = false
    return was
  }
  only(tags: readonly TagAt[]): void {
    this.#do({ op: 'only', tags: placesOf(tags) })
  }
  show(shows: readonly Show[]): void {
    this.#do({ op: 'show', shows: [...shows] })
  }
  off(tags: readonly TagAt[]): void {
    this.#do({ op: 'off', tags: placesOf(tags) })
  }
  clear(): void {
    this.#do({ op: 'clear' })
  }
  range(bus: number, node: number): void {
    this.#do({ op: 'range', bus, node })
  }
  ask(): void {
    this.#do({ op: 'ask' })
  }
  address({ bus, node }: TagAt): void {
    this.#do({ op: 'address', bus, node })
  }
  reset({ bus, node }: TagAt): void {
    this.#do({ op: 'reset', bus, node })
  }
  simulate(verb: string, { bus, node }: TagAt, qty: number | null): void {
    this.#do({ op: 'simulate', verb, bus, node, qty })
  }
  onEvent(f: EventListener): void {
    this.#event = f
  }
  onState(f: (state: 'up' | 'down', why?: string) => void): void {
    this.#state = f
  }
  /** Frames are the agent's. */
  onFrame(): void {}

  #do(order: Order): void {
    if (!this.#isStopped) this.#send(order)
  }
}

const placesOf = (tags: readonly TagAt[]) => tags.map(({ bus, node }) => ({ bus, node }))
