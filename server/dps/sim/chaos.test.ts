import { expect, it } from 'vitest'
import type { DeviceEvent, LightDriver, TagAt } from '../driver/driver.ts'
import { openDriver } from '../driver/open.ts'
import { ManualClock, passTime } from '../testing/clock.ts'
import { chanceOf } from './chance.ts'
import { SimController } from './controller.ts'
import { ScriptedPicker } from './picker.ts'

const nodes = 20
const picksPerTag = 25
const guardMs = 300

interface Pick {
  readonly qty: number
  /** Times that the book took it, and that goods left the bin for it. */
  booked: number
  taken: number
}
/** What a book can be made to leave out. */
interface Rules {
  readonly relights: boolean
  readonly guards: boolean
}
interface Light {
  readonly token: string
  readonly pick: Pick
  isRelit: boolean
  state: 'QUEUED' | 'LIT' | 'CLOSED'
}

/**
 * A book in memory as the gateway keeps one: a press counts only through the light that was open, each tag has at most one,
 * the next one comes after a guard time, and after each connection all open lights are shown anew.
 */
class Book {
  readonly picks: Pick[] = []
  orphans = 0
  connections = 0
  readonly #waiting = new Map<number, Pick[]>()
  readonly #lights = new Map<number, Light>()
  readonly #driver: LightDriver
  readonly #after: (ms: number, f: () => void) => unknown
  readonly #rules: Rules
  #tokens = 0
  #isUp = false

  constructor(driver: LightDriver, after: (ms: number, f: () => void) => unknown, rules: Rules) {
    this.#driver = driver
    this.#after = after
    this.#rules = rules
    const chance = chanceOf(7)
    for (let node = 1; node <= nodes; node += 1) {
      // Often the same figure twice, so that figures alone tell no light from the next one.
      const picks = Array.from({ length: picksPerTag }, () => ({
        qty: 1 + Math.floor(chance() * 3),
        booked: 0,
        taken: 0,
      }))
      this.picks.push(...picks)
      this.#waiting.set(node, [...picks])
      this.#next(node)
    }
    driver.onState((state) => this.#state(state))
    driver.onEvent((event) => this.#told(event))
  }

  get openLights(): number {
    return [...this.#lights.values()].filter(({ state }) => state !== 'CLOSED').length
  }
  get booked(): number {
    return this.picks.filter(({ booked }) => booked > 0).length
  }
  /** What the tag at that place was last lit for. */
  pickAt({ node }: TagAt): Pick | undefined {
    return this.#lights.get(node)?.pick
  }

  #state(state: 'up' | 'down'): void {
    this.#isUp = state === 'up'
    if (!this.#isUp) return
    this.connections += 1
    this.#driver.range(1, nodes)
    this.#driver.clear()
    this.#driver.ask()
    const open = [...this.#lights].filter(([, { state: s }]) => s === 'QUEUED' || (this.#rules.relights && s === 'LIT'))
    this.#show(open)
  }

  #told({ kind, node, qty, token }: DeviceEvent): void {
    const light = this.#lights.get(node)
    // The tag's power was gone, and with it its light.
    if (kind === 'RESET' && light?.state === 'LIT') this.#show([[node, light]])
    if (kind !== 'CONFIRM') return
    if (light?.state !== 'LIT' || light.token !== token || light.pick.qty !== qty) {
      this.orphans += 1
      return
    }
    light.state = 'CLOSED'
    light.pick.booked += 1
    // It may have been pressed just before it was shown anew, and now it is lit for nothing: the next light there could be
    // confirmed by that.
    if (light.isRelit) this.#driver.off([{ bus: 1, node }])
    this.#after(this.#rules.guards ? guardMs : 0, () => this.#next(node))
  }

  #next(node: number): void {
    const pick = this.#waiting.get(node)?.shift()
    if (!pick) return
    this.#tokens += 1
    const light: Light = { token: `light ${this.#tokens}`, pick, isRelit: false, state: 'QUEUED' }
    this.#lights.set(node, light)
    if (this.#isUp) this.#show([[node, light]])
  }

  #show(lights: readonly (readonly [number, Light])[]): void {
    this.#driver.show(
      lights.map(([node, { token, pick, state }]) => ({
        token,
        bus: 1,
        node,
        qty: pick.qty,
        style: state === 'LIT' ? 'recheck' : 'steady',
      })),
    )
    for (const [, light] of lights) {
      light.isRelit = light.state === 'LIT'
      light.state = 'LIT'
    }
  }
}

/** A shift of 500 picks on 20 tags with a link that breaks and presses that are lost, until nothing moves any more. */
async function shift(seed: number, rules: Rules): Promise<Book> {
  const clock = new ManualClock(chanceOf(seed))
  const chances = { lost: 0.08, twice: 0.04, again: 0.08, cutBefore: 0.05, cutAfter: 0.05, held: 0.05, storm: 0.02 }
  const sim = new SimController({ nodes, seed, chances, latencyMs: 20, deps: clock })
  const port = await sim.listen()
  const driver = openDriver({ driver: 'SIM', host: '', port, options: {} }, clock)
  let activity = 0
  sim.onFrame(() => (activity += 1))
  driver.onFrame(() => (activity += 1))
  const book = new Book(driver, (ms, f) => clock.after(ms, f), rules)
  const picker = new ScriptedPicker(sim, {
    seed,
    thinkMs: [5, 150],
    onTake: (at, qty) => {
      const pick = book.pickAt(at)
      if (pick?.qty === qty) pick.taken += 1
    },
    isInTote: (at) => (book.pickAt(at)?.taken ?? 0) > 0,
    deps: clock,
  })
  // A press that was lost leaves a tag dark and its light open, until somebody sees that nothing moves.
  let stillness = 0
  let before = -1
  const look = (): void => {
    const isStill = book.booked === before && sim.snapshot().every(({ style }) => style === 'dark')
    stillness = isStill ? stillness + 1 : 0
    before = book.booked
    if (isStill) sim.cut()
    clock.after(30_000, look)
  }
  look()
  driver.start()
  picker.start()
  const isOver = () => book.booked === book.picks.length || stillness === 4
  await passTime(clock, () => activity + book.connections, isOver)
  picker.stop()
  await driver.stop()
  await sim.close()
  return book
}

const wrong = (book: Book): readonly Pick[] => book.picks.filter(({ booked, taken }) => booked !== 1 || taken !== 1)

// With these seeds something goes wrong where a light that was shown anew stays on after its press.
it.each([12, 25])('500 picks over a link that breaks: none lost, none doubled (seed %i)', async (seed) => {
  const book = await shift(seed, { relights: true, guards: true })
  expect(wrong(book)).toEqual([])
  expect(book.openLights).toBe(0)
  // It was the chaos that it says.
  expect(book.connections).toBeGreaterThan(10)
  expect(book.orphans).toBeGreaterThan(10)
})

it('the same shift without lights shown anew stands still long before its end', async () => {
  const book = await shift(12, { relights: false, guards: true })
  expect(book.booked).toBeLessThan(book.picks.length / 2)
  expect(book.openLights).toBeGreaterThan(0)
})

it('the same shift without a pause between two lights of a tag books what nobody took', async () => {
  const book = await shift(12, { relights: true, guards: false })
  expect(wrong(book).length).toBeGreaterThan(0)
})
