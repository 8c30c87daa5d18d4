import { realDeps } from '../driver/deps.ts'
import type { DriverDeps, TagAt } from '../driver/driver.ts'
import { chanceOf } from './chance.ts'
import type { SimController } from './controller.ts'
import type { TagView } from './tag.ts'

export interface PickerOptions {
  readonly seed?: number
  /** Shortest and longest time from one key to the next, in ms. */
  readonly thinkMs?: readonly [number, number]
  /** How likely, from 0 to 1, he finds nothing and presses shortage. */
  readonly shortage?: number
  /** What he does with goods: `qty` pieces leave the bin at that tag. */
  onTake?(at: TagAt, qty: number): void
  /** Where a tag says "recheck": whether what it shows is in the tote already. */
  isInTote?(at: TagAt): boolean
  readonly deps?: Pick<DriverDeps, 'after'>
}

/** Walks along lit tags, one key at a time, as long as there are any; a tag that lights up later is seen. */
export class ScriptedPicker {
  readonly #sim: SimController
  readonly #options: Required<PickerOptions>
  readonly #chance: () => number
  #isWorking = false
  #callOff: () => void = () => {}

  constructor(sim: SimController, options: PickerOptions = {}) {
    this.#sim = sim
    this.#options = {
      seed: 1,
      thinkMs: [800, 2_500],
      shortage: 0,
      onTake: () => {},
      isInTote: () => false,
      deps: realDeps,
      ...options,
    }
    this.#chance = chanceOf(this.#options.seed)
  }

  start(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    this.#think()
  }

  stop(): void {
    this.#isWorking = false
    this.#callOff()
  }

  #think(): void {
    const [least, most] = this.#options.thinkMs
    this.#callOff = this.#options.deps.after(least + this.#chance() * (most - least), () => {
      const lit = this.#sim.snapshot().filter(isPick)
      const tag = lit[Math.floor(this.#chance() * lit.length)]
      if (tag) this.#pick(tag)
      if (this.#isWorking) this.#think()
    })
  }

  #pick(tag: TagView): void {
    const { isInTote, onTake, shortage } = this.#options
    if (tag.style === 'recheck' && isInTote(tag)) this.#sim.press(tag)
    else if (this.#chance() < shortage) this.#sim.short(tag)
    else {
      onTake(tag, Number(tag.text))
      this.#sim.press(tag)
    }
  }
}

/** Whoever cannot press does not walk there. */
const isPick = ({ isLedOn, text, isDead, isHeld }: TagView): boolean =>
  isLedOn && /^\d+$/.test(text) && !isDead && !isHeld
