import { eventOf, type Refused } from './ablepickEvents.ts'
import { charsOf, colorsInOrder, describe, digitsMax, highestNode, polledMax, say } from './ablepickWords.ts'
import { allNodes, FrameReader, type ReadFrame } from './ccb.ts'
import type {
  ControllerAddress,
  DeviceEvent,
  DriverCaps,
  DriverDeps,
  EventListener,
  LightColor,
  LightDriver,
  Show,
  TagAt,
} from './driver.ts'
import { TcpLine } from './tcpLine.ts'

const refusedWaitMs = 200
const resendsMax = 3
/** A refusal this long after the last one has nothing to do with it. */
const refusalsTogetherMs = 3_000

/** What one tag is told by one call: a light, or something else that ends the light it shows. */
interface Command {
  readonly at: TagAt
  readonly does: Show | 'off' | 'address' | 'reset'
}
interface Tag {
  /** The light that is believed shown. */
  token: string | undefined
  /** The last command that went out, for the case that the tag does not take it. */
  sent: Command | undefined
  /** Its last command is not yet with the system, or was refused a moment ago: until then only the newest one waits. */
  isBusy: boolean
  waiting: Command | undefined
  resends: number
  refusedAt: number
  /** Calls off the next attempt after a refusal, where there is one. */
  callOff: (() => void) | undefined
  /** Colour and editable digits as the tag has them, to send only what changes. */
  color: LightColor | undefined
  isEditable: boolean | undefined
}
const newTag = (): Tag => ({
  token: undefined,
  sent: undefined,
  isBusy: false,
  waiting: undefined,
  resends: 0,
  refusedAt: -Infinity,
  callOff: undefined,
  color: undefined,
  isEditable: undefined,
})

/**
 * Lights behind an ABLEPICK controller (AT500, AT400), which is the TCP server and acknowledges nothing. Tags answer only
 * when they do not take a command: then it is sent again, three times. A tag darkens itself when its key is pressed.
 */
export class AblepickDriver implements LightDriver {
  readonly caps: DriverCaps
  readonly #buses: readonly number[]
  readonly #deps: DriverDeps
  readonly #line: TcpLine
  readonly #tags = new Map<string, Tag>()
  readonly #maxNode = new Map<number, number>()
  #reader = new FrameReader('controller')
  #event: EventListener = () => {}
  #state: (state: 'up' | 'down', why?: string) => void = () => {}
  #frame: (direction: 'rx' | 'tx', at: number, bytes: Uint8Array, text: string) => void = () => {}

  constructor({ host, port, options }: ControllerAddress, deps: DriverDeps) {
    this.caps = {
      colors: options.colors ?? colorsInOrder.slice(0, 3),
      keys: options.keys ?? ['CONFIRM', 'SHORT'],
      exactAck: false,
      qtyEditable: true,
    }
    this.#buses = Array.from({ length: options.buses ?? 1 }, (_, i) => i + 1)
    this.#deps = deps
    this.#line = new TcpLine(
      { host, port },
      {
        up: () => this.#up(),
        down: (why) => this.#down(why),
        data: (chunk) => this.#data(chunk),
        ask: () => this.ask(),
      },
      deps,
    )
  }

  start(): void {
    this.#line.start()
  }

  async stop(): Promise<void> {
    this.#forget()
    await this.#line.stop()
  }

  onEvent(f: EventListener): void {
    this.#event = f
  }
  onState(f: (state: 'up' | 'down', why?: string) => void): void {
    this.#state = f
  }
  onFrame(f: (direction: 'rx' | 'tx', at: number, bytes: Uint8Array, text: string) => void): void {
    this.#frame = f
  }

  /** @throws RangeError, before anything is sent, where a figure or text has no room or a place is none */
  show(shows: readonly Show[]): void {
    for (const show of shows) charsOf(shownText(show))
    this.#command(shows.map((show) => ({ at: show, does: show })))
  }

  off(tags: readonly TagAt[]): void {
    this.#command(tags.map((at) => ({ at, does: 'off' })))
  }

  clear(): void {
    for (const tag of this.#tags.values()) dropLight(tag)
    this.#write(this.#buses.flatMap((bus) => dark({ bus, node: allNodes })))
  }

  range(bus: number, maxNode: number): void {
    this.#check({ bus, node: maxNode })
    this.#maxNode.set(bus, maxNode)
    this.#write([say.range(bus, maxNode)])
  }

  ask(): void {
    this.#write(this.#buses.map((bus) => say.ask(bus)))
  }

  address(at: TagAt): void {
    this.#command([{ at, does: 'address' }])
  }

  reset(at: TagAt): void {
    this.#command([{ at, does: 'reset' }])
  }

  /** One write for all tags that are ready to hear; each of the others hears the newest command when it is. */
  #command(commands: readonly Command[]): void {
    for (const { at } of commands) this.#check(at)
    const now: Command[] = []
    for (const command of commands) {
      const tag = this.#tag(command.at)
      if (tag.isBusy) tag.waiting = command
      else now.push(command)
    }
    this.#send(now)
  }

  #send(commands: readonly Command[]): void {
    if (commands.length === 0 || !this.#line.isUp) return
    const sent = commands.map((command) => ({ command, tag: this.#tag(command.at) }))
    const frames = sent.flatMap(({ command, tag }) => this.#framesOf(command, tag))
    for (const { command, tag } of sent) {
      if (tag.sent !== command) tag.resends = 0
      tag.sent = command
      tag.isBusy = true
      tag.token = typeof command.does === 'object' ? command.does.token : undefined
    }
    this.#write(frames, () => this.#taken(sent))
  }

  #framesOf({ at, does }: Command, tag: Tag): readonly Uint8Array[] {
    if (does === 'off') return dark(at)
    if (does === 'address') return [say.address(at.bus, at.node)]
    if (does === 'reset') return [say.reset(at.bus, at.node)]
    const { bus, node, style, editable = false } = does
    const color = style === 'recheck' && this.caps.colors.includes('orange') ? 'orange' : does.color
    const frames: Uint8Array[] = []
    if (color && color !== tag.color && this.caps.colors.includes(color)) {
      frames.push(say.color(bus, node, color))
      tag.color = color
    }
    if (editable !== tag.isEditable)
      frames.push(editable ? say.editDigits(bus, node, digitsMax) : say.editNone(bus, node))
    tag.isEditable = editable
    frames.push(say.show(bus, node, shownText(does)))
    if (style === 'recheck') frames.push(say.flashDigits(bus, node))
    frames.push(style === 'steady' ? say.ledOn(bus, node) : say.flashLed(bus, node))
    return frames
  }

  /** The system has the bytes: what waited meanwhile goes out, with one write. */
  #taken(sent: readonly { readonly command: Command; readonly tag: Tag }[]): void {
    const next: Command[] = []
    for (const { command, tag } of sent) {
      if (tag.sent !== command || tag.callOff) continue
      tag.isBusy = false
      if (tag.waiting) next.push(tag.waiting)
      tag.waiting = undefined
    }
    this.#send(next)
  }

  /** @returns what the owner is told, once the tag has refused too often */
  #refused({ bus, node, raw }: ReadFrame, why: Refused): DeviceEvent | undefined {
    const tag = this.#tag({ bus, node })
    const { sent } = tag
    const code = why === 'BUSY' ? { code: why } : {}
    // Each frame of a command is refused by itself.
    if (tag.callOff) return undefined
    const now = this.#deps.now()
    const isNew = now - tag.refusedAt > refusalsTogetherMs
    tag.refusedAt = now
    // It refused what was said to all, or this was the last of what has been told already.
    if (!sent) return isNew ? { kind: 'LOCKED', bus, node, raw, ...code } : undefined
    if (isNew) tag.resends = 0
    tag.token = undefined
    tag.color = undefined
    tag.isEditable = undefined
    if (tag.resends < resendsMax) {
      tag.resends += 1
      tag.isBusy = true
      tag.callOff = this.#deps.after(refusedWaitMs, () => this.#again(tag))
      return undefined
    }
    const token = typeof sent.does === 'object' ? { token: sent.does.token } : {}
    const { waiting } = tag
    dropLight(tag)
    if (waiting) this.#send([waiting])
    return { kind: 'LOCKED', bus, node, raw, ...code, ...token }
  }

  #again(tag: Tag): void {
    tag.callOff = undefined
    tag.isBusy = false
    const command = tag.waiting ?? tag.sent
    tag.waiting = undefined
    if (command) this.#send([command])
  }

  #data(chunk: Uint8Array): void {
    const { frames, broken } = this.#reader.push(chunk)
    for (const frame of frames) {
      if (!this.#line.isUp) return
      this.#frame('rx', this.#deps.now(), frame.raw, describe(frame))
      this.#read(frame)
    }
    if (broken !== undefined) this.#line.drop(broken)
  }

  #read(frame: ReadFrame): void {
    if (!this.#buses.includes(frame.bus)) return
    const read = eventOf(frame, this.#maxNode.get(frame.bus) ?? polledMax)
    const event = read === 'LOCKED' || read === 'BUSY' ? this.#refused(frame, read) : read
    if (!event) return
    const tag = this.#tags.get(keyOf(event))
    const token = event.token ?? tag?.token
    this.#forgetAt(event, tag)
    void this.#event({ ...event, ...(token !== undefined && { token }) })
  }

  /** What the driver no longer knows of a tag after what it told. */
  #forgetAt({ kind, bus, node }: DeviceEvent, tag: Tag | undefined): void {
    // The tag has darkened itself: should it refuse something later, that was not its last light.
    if (tag?.token !== undefined && (kind === 'CONFIRM' || kind === 'SHORT')) {
      tag.token = undefined
      if (!tag.isBusy) tag.sent = undefined
    }
    if (kind !== 'RESET') return
    for (const [key, reset] of this.#tags)
      if (node === 0 ? key.startsWith(`${bus}-`) : reset === tag) {
        dropLight(reset)
        this.#tags.delete(key)
      }
  }

  #up(): void {
    this.#forget()
    this.#reader = new FrameReader('controller')
    this.#state('up')
  }

  #down(why: string): void {
    this.#forget()
    this.#state('down', why)
  }

  #forget(): void {
    for (const tag of this.#tags.values()) dropLight(tag)
    this.#tags.clear()
  }

  /** A byte too large would light another tag. */
  #check({ bus, node }: TagAt): void {
    if (!this.#buses.includes(bus) || !Number.isInteger(node) || node < 1 || node > highestNode)
      throw new RangeError(`no tag ${bus}-${node} behind this controller`)
  }

  #tag(at: TagAt): Tag {
    const key = keyOf(at)
    const tag = this.#tags.get(key) ?? newTag()
    this.#tags.set(key, tag)
    return tag
  }

  #write(frames: readonly Uint8Array[], taken?: () => void): void {
    if (frames.length === 0 || !this.#line.write(Buffer.concat(frames), taken)) return
    const at = this.#deps.now()
    for (const bytes of frames) this.#frame('tx', at, bytes, textOf(bytes))
  }
}

const keyOf = ({ bus, node }: TagAt): string => `${bus}-${node}`
const dark = ({ bus, node }: TagAt): readonly Uint8Array[] => [say.clear(bus, node), say.ledOff(bus, node)]

/** Nothing is shown and nothing is under way any more; colour and digits stay as they were. */
function dropLight(tag: Tag): void {
  tag.callOff?.()
  tag.callOff = undefined
  tag.token = undefined
  tag.sent = undefined
  tag.waiting = undefined
  tag.isBusy = false
}

function shownText({ qty, text }: Show): string {
  if (text !== undefined) return text
  if (qty === undefined) return ''
  if (!Number.isSafeInteger(qty) || qty < 0) throw new RangeError(`a tag shows whole pieces, not ${qty}`)
  return String(qty)
}

const textOf = (bytes: Uint8Array): string => {
  const [frame] = new FrameReader('host').push(bytes).frames
  return frame ? describe(frame) : ''
}
