import { colorsInOrder, keyCode, setting, shownIn, sub, tell } from '../driver/ablepickWords.ts'
import { allNodes, type Frame } from '../driver/ccb.ts'
import type { LightColor, LightStyle, TagAt } from '../driver/driver.ts'

/** A tag as somebody in front of it sees it, and what is wrong with it. */
export interface TagView extends TagAt {
  /** What the display shows, without blanks around it. */
  readonly text: string
  readonly style: LightStyle | 'dark'
  readonly color: LightColor
  /** On or flashing: the last part of a light that comes, and what a picker looks for. */
  readonly isLedOn: boolean
  readonly isEditable: boolean
  readonly isBuzzing: boolean
  /** Keys that do nothing. */
  readonly isConfirmLocked: boolean
  readonly isShortLocked: boolean
  /** Does not answer. */
  readonly isDead: boolean
  /** Its key is stuck. */
  readonly isHeld: boolean
}

/**
 * An ABLEPICK tag of six digits: takes frames, shows, and says what its controller tells when a key is pressed. It is one of
 * those without stock mode.
 */
export class SimTag {
  readonly at: TagAt
  isDead = false
  isHeld = false
  #text = ''
  #isDigitsFlashing = false
  #led: 'off' | 'on' | 'flash' = 'off'
  #color: LightColor = 'red'
  #editable = 0
  #isBuzzing = false
  #isConfirmLocked = false
  #isShortLocked = false

  constructor(at: TagAt) {
    this.at = at
  }

  get view(): TagView {
    const isLit = this.#text !== '' || this.#led !== 'off'
    const style = !isLit ? 'dark' : this.#isDigitsFlashing ? 'recheck' : this.#led === 'flash' ? 'blink' : 'steady'
    return {
      ...this.at,
      text: this.#text,
      style,
      color: this.#color,
      isLedOn: this.#led !== 'off',
      isEditable: this.#editable > 0,
      isBuzzing: this.#isBuzzing,
      isConfirmLocked: this.#isConfirmLocked,
      isShortLocked: this.#isShortLocked,
      isDead: this.isDead,
      isHeld: this.isHeld,
    }
  }

  /** Does what a frame for it, or for all, says; what it tells of itself afterwards comes back. */
  take(frame: Frame): readonly Uint8Array[] {
    const { bus, node } = this.at
    // Nobody waits for the answers to what is said to all.
    if (this.isDead || this.isHeld) {
      const fault = this.isDead ? sub.timeout : sub.locked
      return frame.node === allNodes ? [] : [tell.fault(bus, node, fault)]
    }
    if (frame.sub === sub.pressConfirm) return this.press()
    if (frame.sub === sub.pressShort) return this.short()
    if (frame.sub === sub.reset) return this.restart()
    if (frame.sub === sub.configure || frame.sub === sub.editDigits) this.#configure(frame)
    else if (!this.#act(frame)) return [tell.fault(bus, node, sub.illegal)]
    return []
  }

  /** The power came back, or it was told to: dark, and as it left the factory. */
  restart(): readonly Uint8Array[] {
    this.#darken()
    this.#color = 'red'
    this.#editable = 0
    this.#isConfirmLocked = false
    this.#isShortLocked = false
    return this.isDead ? [] : [tell.resetDone(this.at.bus, this.at.node)]
  }

  press(): readonly Uint8Array[] {
    return this.#isConfirmLocked ? [] : this.#key(tell.confirm, keyCode.confirm)
  }

  short(): readonly Uint8Array[] {
    return this.#isShortLocked ? [] : this.#key(tell.short, keyCode.short)
  }

  /** + or −; on a tag that shows nothing, + is the function key. */
  count(by: 1 | -1): readonly Uint8Array[] {
    if (this.isDead) return []
    if (this.view.style === 'dark') return by === 1 ? this.#tellKey(keyCode.up) : []
    const most = 10 ** this.#editable - 1
    if (this.#editable > 0 && /^\d+$/.test(this.#text))
      this.#text = String(Math.min(most, Math.max(0, Number(this.#text) + by)))
    return []
  }

  /** Up and confirm together: how a long press of the function key is told. */
  longFn(): readonly Uint8Array[] {
    return this.#tellKey(keyCode.upAndConfirm)
  }

  /** A lit tag tells what it showed and darkens itself; a dark one tells which key it was. */
  #key(told: typeof tell.confirm, code: number): readonly Uint8Array[] {
    if (this.isDead) return []
    if (this.view.style === 'dark') return this.#tellKey(code)
    const frame = told(this.at.bus, this.at.node, this.#text)
    this.#darken()
    return [frame]
  }

  #tellKey(code: number): readonly Uint8Array[] {
    return this.isDead ? [] : [tell.key(this.at.bus, this.at.node, code)]
  }

  #darken(): void {
    this.#text = ''
    this.#led = 'off'
    this.#isDigitsFlashing = false
    this.#isBuzzing = false
  }

  #configure({ sub: command, data: [first = 0, second = 0] }: Frame): void {
    if (command === sub.editDigits) this.#editable = first
    else if (first === setting.color) this.#color = colorsInOrder[second] ?? this.#color
    else if (first === setting.countable) this.#editable = second.toString(2).length * Number(second > 0)
  }

  /** @returns false for a command that it does not know */
  #act({ sub: command, data }: Frame): boolean {
    const actions: Readonly<Record<number, () => void>> = {
      [sub.show]: () => {
        this.#text = shownIn(data)
        this.#isDigitsFlashing = false
      },
      [sub.clear]: () => {
        this.#text = ''
        this.#isDigitsFlashing = false
      },
      [sub.ledOn]: () => (this.#led = 'on'),
      [sub.ledOff]: () => (this.#led = 'off'),
      [sub.flashLed]: () => (this.#led = 'flash'),
      [sub.flashDigits]: () => (this.#isDigitsFlashing = true),
      [sub.buzzerOn]: () => (this.#isBuzzing = true),
      [sub.buzzerOff]: () => (this.#isBuzzing = false),
      [sub.address]: () => (this.#text = String(this.at.node).padStart(3, '0')),
      [sub.lockConfirm]: () => (this.#isConfirmLocked = true),
      // The manual: one command gives back both keys.
      [sub.unlockConfirm]: () => (this.#isConfirmLocked = this.#isShortLocked = false),
      [sub.lockShort]: () => (this.#isShortLocked = true),
      [sub.unlockShort]: () => (this.#isShortLocked = false),
      [sub.pickMode]: () => {},
      [sub.flashPace]: () => {},
    }
    actions[command]?.()
    return command in actions
  }
}
