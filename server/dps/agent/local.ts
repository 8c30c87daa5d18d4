import type { DeviceEvent, Show, TagAt } from '../driver/driver.ts'
import type { OpenDriver } from '../gateway/open.ts'
import type { Order } from './wire.ts'

export interface LocalOptions {
  readonly driver: OpenDriver
  /** What it showed when the agent ended last. */
  readonly shown: readonly Show[]
  /** Presses that are kept and not acknowledged: what stands at these tags is not what the server believes. */
  readonly pressed: readonly Pressed[]
  /** Whether the server can be asked for what comes next. */
  isHeard(): boolean
  onEvent(event: DeviceEvent): void | Promise<void>
  onState(): void
  /** What is shown is other than it was. */
  onShown(): void
}
export interface Pressed extends TagAt {
  readonly n: number
  readonly token?: string | undefined
}

const placeOf = ({ bus, node }: TagAt): string => `${bus}/${node}`
const presses: readonly string[] = ['CONFIRM', 'SHORT']
/** What a press names that is of no light: a finger that pressed once more confirms nothing that comes later. */
const noLight = '0'

/**
 * One controller as the agent keeps it: its driver, what its tags show, and what was pressed and is not booked yet. Where the
 * server cannot be heard, what it said last stays: a light goes out when it is pressed, and comes again after the
 * controller, or its tag, was away.
 */
export class Local {
  readonly #o: LocalOptions
  readonly #shown = new Map<string, Show>()
  readonly #pressed = new Map<string, Pressed>()
  /** What the server wants shown where a press is still under way to it. */
  readonly #held = new Map<string, Show>()
  readonly #ranges = new Map<number, number>()
  #isUp = false
  #why: string | undefined
  /** What is shown is what the server said on this connection to the controller. */
  #isKept = false

  constructor(o: LocalOptions) {
    this.#o = o
    for (const show of o.shown) this.#shown.set(placeOf(show), show)
    for (const one of o.pressed) {
      this.#pressed.set(placeOf(one), one)
      this.#shown.delete(placeOf(one))
    }
    o.driver.onEvent((event) => this.#told(event))
    o.driver.onState((state, why) => {
      this.#isUp = state === 'up'
      this.#why = why
      this.#isKept = false
      if (this.#isUp && !o.isHeard()) this.#again()
      o.onState()
    })
    o.driver.start()
  }

  get state(): { readonly up: boolean; readonly why?: string; readonly kept: boolean } {
    return { up: this.#isUp, ...(this.#why !== undefined && { why: this.#why.slice(0, 200) }), kept: this.#isKept }
  }
  get shown(): readonly Show[] {
    return [...this.#shown.values()]
  }
  stop(): Promise<void> {
    return this.#o.driver.stop()
  }

  /** The server is gone before it could say what is to be shown. */
  cut(): void {
    if (this.#isUp && !this.#isKept) this.#again()
  }

  /** A press is kept under this number. */
  keep(n: number, { bus, node, kind, token }: DeviceEvent): void {
    if (presses.includes(kind)) this.#pressed.set(placeOf({ bus, node }), { n, bus, node, token })
  }
  /** All up to this number is booked: what the server said meanwhile, and what is not of the press itself, is shown. */
  acknowledge(n: number): void {
    for (const [place, one] of this.#pressed) {
      if (one.n > n) continue
      this.#pressed.delete(place)
      const held = this.#held.get(place)
      this.#held.delete(place)
      if (held && held.token !== one.token) this.#show([held])
    }
  }

  do(order: Order): void {
    const { driver } = this.#o
    if (order.op === 'show') this.#show(order.shows as readonly Show[])
    else if (order.op === 'off') this.#off(order.tags)
    else if (order.op === 'only') this.#only(order.tags)
    else if (order.op === 'clear') this.#clear()
    else if (order.op === 'range') this.#range(order.bus, order.node)
    else if (order.op === 'ask') driver.ask()
    else if (order.op === 'address') driver.address(order)
    else if (order.op === 'reset') driver.reset(order)
    else driver.simulate?.(order.verb, order, order.qty)
  }

  #off(tags: readonly TagAt[]): void {
    for (const tag of tags) this.#forget(placeOf(tag))
    this.#o.driver.off(tags)
  }
  #clear(): void {
    this.#shown.clear()
    this.#held.clear()
    this.#isKept = true
    this.#o.onShown()
    this.#o.driver.clear()
  }
  #range(bus: number, node: number): void {
    this.#ranges.set(bus, node)
    this.#o.driver.range(bus, node)
  }
  #only(tags: readonly TagAt[]): void {
    const stay = new Set(tags.map(placeOf))
    const dark = [...this.#shown.values()].filter((show) => !stay.has(placeOf(show)))
    for (const show of dark) this.#forget(placeOf(show))
    for (const place of this.#held.keys()) if (!stay.has(place)) this.#held.delete(place)
    this.#isKept = true
    if (dark.length > 0) this.#o.driver.off(dark)
  }

  #show(shows: readonly Show[]): void {
    const now = shows.filter((show) => {
      const place = placeOf(show)
      if (this.#pressed.has(place)) this.#held.set(place, show)
      else if (JSON.stringify(this.#shown.get(place)) !== JSON.stringify(show)) return true
      return false
    })
    for (const show of now) this.#shown.set(placeOf(show), show)
    if (now.length === 0) return
    this.#o.onShown()
    this.#o.driver.show(now)
  }

  #forget(place: string): void {
    this.#held.delete(place)
    if (this.#shown.delete(place)) this.#o.onShown()
  }

  /** Whoever looks into his tote first takes nothing twice: a press may have been lost with the connection. */
  #again(at?: TagAt): void {
    const { driver } = this.#o
    const all = [...this.#shown.values()].filter(
      (s) => !at || (s.bus === at.bus && (at.node === 0 || s.node === at.node)),
    )
    const shows = all.map((show): Show => ({ ...show, style: 'recheck' }))
    for (const show of shows) this.#shown.set(placeOf(show), show)
    if (!at) {
      for (const [bus, node] of this.#ranges) driver.range(bus, node)
      driver.clear()
    }
    if (shows.length > 0) driver.show(shows)
  }

  #told(told: DeviceEvent): void | Promise<void> {
    const isPress = presses.includes(told.kind)
    const shown = this.#shown.get(placeOf(told))
    const isRecheck = shown?.style === 'recheck'
    const event = isPress ? { ...told, token: told.token ?? shown?.token ?? noLight } : told
    const kept = this.#o.onEvent(event)
    if (isPress) {
      this.#forget(placeOf(event))
      // What was shown anew may still be lit: the press can have been made before.
      if (!this.#o.isHeard() && (isRecheck || this.#o.driver.caps.exactAck)) this.#o.driver.off([event])
    }
    if (event.kind === 'RESET' && !this.#o.isHeard()) this.#again(event)
    return kept
  }
}
