import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentPath, agentSilentMs } from '@lading/contract/dps/agent.ts'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { BackOff, realDeps } from '../driver/deps.ts'
import type { DeviceEvent, Show } from '../driver/driver.ts'
import type { OpenDriver } from '../gateway/open.ts'
import { type Entry, Journal, writeWhole } from './journal.ts'
import { Local } from './local.ts'
import {
  asTold,
  closing,
  type FromAgent,
  type FromServer,
  fromServer,
  messageMax,
  order,
  read,
  siteController,
  windowMax,
  wireVersion,
} from './wire.ts'

export type SiteController = z.output<typeof siteController>

export interface AgentOptions {
  /** `http(s)://host[:port]` of the server. */
  readonly server: string
  readonly key: string
  /** Where journal and site are kept. */
  readonly folder: string
  readonly open: (c: SiteController) => OpenDriver | Promise<OpenDriver>
  /** The controllers it has from now on, before they are opened. */
  readonly known?: (controllers: readonly SiteController[]) => void | Promise<void>
  readonly say?: (line: string) => void
  /** So many acknowledged lines stay in the journal at most. */
  readonly trimAt?: number
}
export interface Agent {
  /** Whether the server answers. */
  isHeard(): boolean
  /** Presses that are not booked yet. */
  waiting(): number
  /** Ends all connections; what is open stays in the journal. */
  stop(): Promise<void>
}

/** Who is refused asks again, in case a person has made up for it. */
const refusedMs = 30_000
const siteMs = 200
/** What is wanted to be booked whatever happens; the rest says how things are at its moment. */
const keptKinds: readonly string[] = ['CONFIRM', 'SHORT', 'KEY', 'SCAN']

const stored = z.object({
  controllers: z.array(siteController),
  shown: z.record(z.string(), order.options[0].shape.shows),
})
type Stored = z.output<typeof stored>

/**
 * The program in a centre: it speaks to the controllers that the server names, over one connection to the server that it
 * makes itself. What is pressed is in its journal first, then told, and gone when the server has booked it.
 * @throws Error where the journal in its folder is damaged
 */
export async function startAgent(o: AgentOptions): Promise<Agent> {
  const journal = new Journal(o.folder, o.trimAt)
  const site = new Site(o, journal)
  const line = new Line(o, journal, site)
  site.tells(line)
  await site.take(site.before.controllers)
  line.start()
  return {
    isHeard: () => line.isHeard(),
    waiting: () => journal.open.length,
    stop: async () => {
      line.stop()
      await site.stop()
      journal.close()
    },
  }
}

/** The controllers, with what is known of them on the disk. */
class Site {
  readonly #o: AgentOptions
  readonly #journal: Journal
  readonly #file: string
  readonly #locals = new Map<string, { readonly of: SiteController; readonly local: Local }>()
  readonly before: Stored
  readonly #shownBefore: Map<string, readonly Show[]>
  #line: Line | undefined
  #timer: NodeJS.Timeout | undefined
  #taking = Promise.resolve()

  constructor(o: AgentOptions, journal: Journal) {
    this.#o = o
    this.#journal = journal
    this.#file = join(o.folder, 'site.json')
    this.before = readSite(this.#file)
    this.#shownBefore = new Map(Object.entries(this.before.shown) as [string, readonly Show[]][])
  }

  tells(line: Line): void {
    this.#line = line
  }
  get(id: string): Local | undefined {
    return this.#locals.get(id)?.local
  }
  all(): Iterable<readonly [string, Local]> {
    return [...this.#locals].map(([id, { local }]) => [id, local] as const)
  }

  /** From now on it speaks to these, and to no others. */
  take(controllers: readonly SiteController[]): Promise<void> {
    this.#taking = this.#taking.then(() => this.#take(controllers)).catch((error: unknown) => this.#say(error))
    return this.#taking
  }
  async #take(controllers: readonly SiteController[]): Promise<void> {
    const same = new Set(controllers.map((c) => JSON.stringify(c)))
    for (const [id, { of, local }] of this.#locals)
      if (!same.has(JSON.stringify(of))) {
        this.#locals.delete(id)
        await local.stop()
      }
    await this.#o.known?.(controllers)
    for (const c of controllers) if (!this.#locals.has(c.id)) await this.#open(c)
    this.#save()
  }

  async #open(c: SiteController): Promise<void> {
    try {
      const driver = await this.#o.open(c)
      const own = this.#journal.open.filter((entry) => entry.c === c.id)
      const local = new Local({
        driver,
        shown: this.#shownBefore.get(c.id) ?? [],
        pressed: own
          .filter(({ e }) => e.kind === 'CONFIRM' || e.kind === 'SHORT')
          .map(({ n, e: { bus, node, token } }) => ({ n, bus, node, token })),
        isHeard: () => this.#line?.isHeard() ?? false,
        onEvent: (event) => this.#told(c.id, event),
        onState: () => this.#line?.state(c.id),
        onShown: () => {
          this.#timer ??= setTimeout(() => this.#save(), siteMs)
        },
      })
      this.#locals.set(c.id, { of: c, local })
      this.#shownBefore.delete(c.id)
      // What it is now may have been told before anybody asked.
      this.#line?.state(c.id)
    } catch (error) {
      this.#o.say?.(`controller ${c.code} cannot be opened: ${reasonOf(error)}`)
    }
  }

  #told(c: string, event: DeviceEvent): void {
    if (keptKinds.includes(event.kind)) this.#keep(c, event)
    else this.#line?.tell({ t: 'event', c, e: asTold(event) })
  }
  #keep(c: string, event: DeviceEvent): void {
    const at = Date.now()
    try {
      const { n } = this.#journal.append({ c, at, e: asTold(event) })
      this.get(c)?.keep(n, event)
      this.#line?.sendOpen()
    } catch (error) {
      this.#o.say?.(`the journal cannot be written: ${reasonOf(error)}`)
      // Nobody keeps it: it is told as it would be without a journal.
      this.#line?.tell({ t: 'event', c, at, e: asTold(event) })
    }
  }

  #save(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = [...this.#locals.values()]
    try {
      const shown = Object.fromEntries(all.map(({ of, local }) => [of.id, local.shown]))
      writeWhole(this.#file, JSON.stringify({ controllers: all.map(({ of }) => of), shown }))
    } catch (error) {
      this.#say(error)
    }
  }
  #say(error: unknown): void {
    this.#o.say?.(`what the site is cannot be kept: ${reasonOf(error)}`)
  }

  async stop(): Promise<void> {
    await this.#taking
    this.#save()
    for (const { local } of this.#locals.values()) await local.stop()
    this.#locals.clear()
  }
}

/** What an earlier run knew; nothing where it cannot be read: the server says all of it again. */
function readSite(file: string): Stored {
  const none: Stored = { controllers: [], shown: {} }
  if (!existsSync(file)) return none
  return read(stored, readFileSync(file, 'utf8')) ?? none
}

/** The one connection to the server. */
class Line {
  readonly #o: AgentOptions
  readonly #journal: Journal
  readonly #site: Site
  readonly #backOff = new BackOff(realDeps)
  #socket: WebSocket | undefined
  #isWelcome = false
  /** The last number that was sent on this connection. */
  #sent = 0
  #timer: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(o: AgentOptions, journal: Journal, site: Site) {
    this.#o = o
    this.#journal = journal
    this.#site = site
  }

  isHeard(): boolean {
    return this.#isWelcome
  }
  start(): void {
    const url = new URL(agentPath, this.#o.server)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${this.#o.key}` },
      maxPayload: messageMax,
      handshakeTimeout: agentSilentMs,
    })
    this.#socket = socket
    const isThis = (): boolean => this.#socket === socket
    const alive = (): void => {
      clearTimeout(this.#watch)
      this.#watch = setTimeout(() => socket.terminate(), agentSilentMs)
    }
    let refused = false
    socket.on('unexpected-response', (_, { statusCode }) => {
      refused = statusCode === 401
      this.#end(`the server answers ${statusCode}`, refused)
    })
    socket.on('open', () => {
      alive()
      socket.send(JSON.stringify({ t: 'hello', v: wireVersion, journal: this.#journal.name } satisfies FromAgent))
    })
    socket.on('ping', alive)
    socket.on('message', (data) => {
      if (isThis()) this.#heard(data)
    })
    socket.on('error', (error) => isThis() && !refused && this.#end(reasonOf(error), false))
    socket.on('close', (code, why) => {
      const isOut = code === closing.revoked || code === closing.notAgent
      if (isThis()) this.#end(String(why) || `the connection to the server ended (${code})`, isOut)
    })
  }
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    clearTimeout(this.#watch)
    this.#isWelcome = false
    const socket = this.#socket
    this.#socket = undefined
    socket?.terminate()
  }

  /** @param isOut whether the server wants nothing of this agent: then it speaks to no controller either */
  #end(why: string, isOut: boolean): void {
    clearTimeout(this.#watch)
    const socket = this.#socket
    this.#socket = undefined
    socket?.terminate()
    const wasWelcome = this.#isWelcome
    this.#isWelcome = false
    if (this.#isStopped) return
    this.#o.say?.(why)
    if (isOut) void this.#site.take([])
    else if (wasWelcome) for (const [, local] of this.#site.all()) local.cut()
    this.#timer = setTimeout(() => this.start(), isOut ? refusedMs : this.#backOff.next())
  }

  #heard(data: unknown): void {
    const message = read(fromServer, data)
    if (!message) this.#end('the server says what this version does not know', false)
    else if (message.t === 'welcome') this.#welcome(message.ack)
    else if (message.t === 'site') void this.#site.take(message.controllers)
    else if (message.t === 'do') this.#do(message)
    else this.#acknowledge(message.n)
  }

  /** @param ack up to which number the server has booked this journal */
  #welcome(ack: number): void {
    if (ack > this.#journal.last) {
      this.#journal.renew()
      this.#end('the journal was an old copy: it goes on under a new name', false)
      return
    }
    this.#backOff.reset()
    this.#isWelcome = true
    this.#sent = ack
    this.#o.say?.('connected to the server')
    for (const [id] of this.#site.all()) this.state(id)
    this.#acknowledge(ack)
  }
  #do({ c, order: what }: Extract<FromServer, { t: 'do' }>): void {
    try {
      this.#site.get(c)?.do(what)
    } catch (error) {
      // A place that this controller does not have.
      this.#o.say?.(`controller ${c}: ${reasonOf(error)}`)
    }
  }
  #acknowledge(n: number): void {
    this.#journal.acknowledge(n)
    for (const [, local] of this.#site.all()) local.acknowledge(n)
    this.sendOpen()
  }

  /** Sends what is open, in order, no more at once than the server takes. */
  sendOpen(): void {
    const { open } = this.#journal
    const least = (open[0]?.n ?? 0) + windowMax
    for (const { n, c, at, e } of open as readonly Entry[])
      if (n > this.#sent && n < least && this.#isWelcome) {
        this.#sent = n
        this.tell({ t: 'event', c, n, at, e })
      }
  }
  state(id: string): void {
    const local = this.#site.get(id)
    if (local) this.tell({ t: 'state', c: id, ...local.state })
  }
  tell(message: FromAgent): void {
    // What the connection loses is in the journal, or is asked for anew.
    if (this.#isWelcome) this.#socket?.send(JSON.stringify(message), () => {})
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
