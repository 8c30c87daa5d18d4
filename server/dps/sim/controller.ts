import { createServer, type Server, type Socket } from 'node:net'
import { describe, polledMax, sub, tell } from '../driver/ablepickWords.ts'
import { allNodes, FrameReader, type ReadFrame } from '../driver/ccb.ts'
import { realDeps } from '../driver/deps.ts'
import type { DriverDeps, TagAt } from '../driver/driver.ts'
import { chanceOf } from './chance.ts'
import { SimTag, type TagView } from './tag.ts'

/** What may become of a press. Where nothing is said of it, it is told as it should be. */
export const fates = ['lost', 'twice', 'again', 'cutBefore', 'cutAfter', 'held', 'storm'] as const
/**
 * `lost`: the tag darkens itself, and nothing is told. `twice`: it is told two times. `again`: the finger presses once more.
 * `cutBefore`: the connection breaks before it is told. `cutAfter`: it breaks right afterwards. `held`: the key hangs for a
 * while. `storm`: it is told, and the power of all tags is gone for a moment.
 */
export type Fate = (typeof fates)[number]
/** How likely each is, from 0 to 1; together not above 1. */
export type Chances = Readonly<Partial<Record<Fate, number>>>
const heldMs = 500
const againMs = 150

export interface SimOptions {
  readonly buses?: number
  /** Tags on each bus, from node 1. */
  readonly nodes: number
  readonly seed?: number
  readonly chances?: Chances
  /** What each frame waits on the bus, in ms, both ways. */
  readonly latencyMs?: number
  readonly deps?: Pick<DriverDeps, 'after'>
}

/**
 * An ABLEPICK controller with its tags, as a TCP server that speaks its protocol byte for byte. Keys are pressed and faults
 * made by hand, by chance with a seed, or by a scripted picker. One host is heard: a second one takes the first one's place.
 */
export class SimController {
  readonly #tags: readonly SimTag[]
  readonly #buses: number
  readonly #latencyMs: number
  readonly #deps: Pick<DriverDeps, 'after'>
  readonly #chance: () => number
  readonly #chances: Chances
  readonly #maxNode = new Map<number, number>()
  readonly #server: Server
  #host: Socket | undefined
  #isUnplugged = false
  #changed: (views: readonly TagView[]) => void = () => {}
  #frame: (direction: 'rx' | 'tx', text: string) => void = () => {}

  constructor({ buses = 1, nodes, seed = 1, chances = {}, latencyMs = 0, deps = realDeps }: SimOptions) {
    const each = Array.from({ length: nodes }, (_, i) => i + 1)
    this.#buses = buses
    this.#tags = Array.from({ length: buses }, (_, i) => each.map((node) => new SimTag({ bus: i + 1, node }))).flat()
    this.#latencyMs = latencyMs
    this.#deps = deps
    this.#chance = chanceOf(seed)
    this.#chances = chances
    this.#server = createServer((socket) => this.#connected(socket))
  }

  /** @returns the port on 127.0.0.1, a free one for 0 */
  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', () => resolve())
    })
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  async close(): Promise<void> {
    this.#host?.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  /** All tags, in order of bus and node. */
  snapshot(): readonly TagView[] {
    return this.#tags.map((tag) => tag.view)
  }

  /** Hears, with what they are now, of tags that look or are different. */
  onChange(f: (views: readonly TagView[]) => void): void {
    this.#changed = f
  }
  onFrame(f: (direction: 'rx' | 'tx', text: string) => void): void {
    this.#frame = f
  }

  /** Without a fate of its own a press meets one by chance. */
  press(at: TagAt, fate?: Fate): void {
    this.#pressed(at, (tag) => tag.press(), fate)
  }
  short(at: TagAt, fate?: Fate): void {
    this.#pressed(at, (tag) => tag.short(), fate)
  }
  plus(at: TagAt): void {
    this.#pressed(at, (tag) => tag.count(1))
  }
  minus(at: TagAt): void {
    this.#pressed(at, (tag) => tag.count(-1))
  }
  longFn(at: TagAt): void {
    this.#pressed(at, (tag) => tag.longFn())
  }

  /** A tag that answers nothing any more, or again. */
  setDead(at: TagAt, isDead: boolean): void {
    const tag = this.#tag(at)
    tag.isDead = isDead
    this.#changed([tag.view])
  }
  /** A key that is stuck, or free again: meanwhile the tag takes no command. */
  setHeld(at: TagAt, isHeld: boolean): void {
    const tag = this.#tag(at)
    tag.isHeld = isHeld
    this.#changed([tag.view])
  }
  /** The power was gone for a moment: of one tag, or without a place of all of them. */
  powerCycle(at?: TagAt): void {
    const tags = at ? [this.#tag(at)] : this.#tags.filter((tag) => !tag.isDead)
    this.#tell(tags.flatMap((tag) => tag.restart()))
    this.#changed(tags.map((tag) => tag.view))
  }
  /** Ends the connection, as a switch does that is turned off and on. */
  cut(): void {
    this.#host?.destroy()
    this.#host = undefined
  }
  /** The cable is out, or in again: meanwhile the connection stands, and nothing passes. */
  setUnplugged(isUnplugged: boolean): void {
    this.#isUnplugged = isUnplugged
  }

  /** Bytes as they are, for what no tag of this simulator tells. */
  tellRaw(bytes: Uint8Array): void {
    this.#tell([bytes])
  }

  #connected(socket: Socket): void {
    this.cut()
    this.#host = socket
    socket.setNoDelay(true)
    const reader = new FrameReader('host')
    socket.on('data', (chunk) => {
      if (this.#isUnplugged) return
      const { frames, broken } = reader.push(chunk)
      for (const frame of frames) this.#later(() => this.#take(frame))
      if (broken !== undefined) socket.destroy()
    })
    // What breaks here breaks as on a real one: the host comes again.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (this.#host === socket) this.#host = undefined
    })
  }

  #take(frame: ReadFrame): void {
    this.#frame('rx', describe(frame))
    const { bus, node, sub: command } = frame
    if (bus < 1 || bus > this.#buses) return
    if (command === sub.status) this.#tell([tell.status(bus, (n) => this.#isMissing(bus, n))])
    else if (command === sub.range) this.#maxNode.set(bus, node)
    else this.#command(frame)
  }

  #command(frame: ReadFrame): void {
    const { bus, node } = frame
    const tags = this.#tags.filter(({ at }) => at.bus === bus && (node === allNodes || at.node === node))
    const told = tags.flatMap((tag) => tag.take(frame))
    this.#tell(tags.length === 0 ? [tell.fault(bus, node, sub.timeout)] : told)
    this.#changed(tags.map((tag) => tag.view))
  }

  #isMissing(bus: number, node: number): boolean {
    const tag = this.#tags.find(({ at }) => at.bus === bus && at.node === node)
    return !tag || tag.isDead || !this.#isPolled(tag)
  }

  #isPolled({ at }: SimTag): boolean {
    return at.node <= (this.#maxNode.get(at.bus) ?? polledMax)
  }

  #pressed(at: TagAt, key: (tag: SimTag) => readonly Uint8Array[], given?: Fate | 'told'): void {
    const tag = this.#tag(at)
    const told = this.#isPolled(tag) ? key(tag) : []
    this.#changed([tag.view])
    if (told.length === 0) return
    const fate = given ?? this.#fate()
    if (fate === 'cutBefore') this.cut()
    else if (fate !== 'lost') this.#tell(fate === 'twice' ? [...told, ...told] : told)
    if (fate === 'cutAfter') this.#later(() => this.cut())
    if (fate === 'again') this.#deps.after(againMs, () => this.#pressed(at, key, 'told'))
    if (fate === 'storm') this.powerCycle()
    if (fate === 'held') {
      this.setHeld(at, true)
      this.#deps.after(heldMs, () => this.setHeld(at, false))
    }
  }

  #fate(): Fate | undefined {
    let left = this.#chance()
    return fates.find((fate) => {
      left -= this.#chances[fate] ?? 0
      return left < 0
    })
  }

  #tell(frames: readonly Uint8Array[]): void {
    if (frames.length === 0) return
    this.#later(() => {
      if (this.#isUnplugged || !this.#host) return
      this.#host.write(Buffer.concat(frames))
      for (const raw of frames)
        for (const frame of new FrameReader('controller').push(raw).frames) this.#frame('tx', describe(frame))
    })
  }

  #later(f: () => void): void {
    if (this.#latencyMs === 0) f()
    else this.#deps.after(this.#latencyMs, f)
  }

  #tag({ bus, node }: TagAt): SimTag {
    const tag = this.#tags.find(({ at }) => at.bus === bus && at.node === node)
    if (!tag) throw new RangeError(`the simulator has no tag ${bus}-${node}`)
    return tag
  }
}
