import { Socket } from 'node:net'
import { connect, type MqttClient } from 'mqtt'
import { BackOff } from './deps.ts'
import type {
  ControllerAddress,
  DeviceEvent,
  DriverCaps,
  DriverDeps,
  EventListener,
  LightDriver,
  Show,
  TagAt,
} from './driver.ts'
import {
  basesOf,
  type Command,
  commandOf,
  darkCommand,
  type Heartbeat,
  missingMs,
  readEvent,
  readHeartbeat,
  type TagEvent,
  wireVersion,
} from './mqttWords.ts'

const connectMs = 5_000
const keepAliveSeconds = 15
/** What tags that are there have said by then, since their signs of life are retained. */
const askMs = 500
const rememberedEvents = 64
const highestNode = 250
/** What a broker answers to a topic that it does not allow. */
const refusedTopic = 128

interface Tag {
  heardAt: number | undefined
  boot: number | undefined
  /** The light that it was last told. */
  token: string | undefined
  /** What it told, the newest last: whether the owner has it. A repetition is answered, and counts once. */
  readonly told: Map<string, 'open' | 'taken'>
}

/**
 * Lights that speak our JSON over MQTT: they name the light that was pressed, and repeat what they tell until it is
 * acknowledged. A connection is never taken up again: what an old one had not sent may not come after what a new one says.
 */
export class MqttDriver implements LightDriver {
  readonly caps: DriverCaps
  readonly #address: ControllerAddress
  readonly #topics: string
  readonly #clientId: string
  readonly #deps: DriverDeps
  readonly #backOff: BackOff
  readonly #tags = new Map<number, Tag>()
  #maxNode = 0
  #client: MqttClient | undefined
  #isUp = false
  #isWanted = false
  #callOff: () => void = () => {}
  #callOffAsk: () => void = () => {}
  #event: EventListener = () => {}
  #state: (state: 'up' | 'down', why?: string) => void = () => {}
  #frame: (direction: 'rx' | 'tx', at: number, bytes: Uint8Array, text: string) => void = () => {}

  constructor(address: ControllerAddress, deps: DriverDeps) {
    const { colors, keys } = address.options
    this.caps = {
      colors: colors ?? ['red', 'green', 'orange', 'blue', 'pink', 'cyan'],
      keys: keys ?? ['CONFIRM', 'SHORT'],
      exactAck: true,
      qtyEditable: true,
    }
    const { topics, ids } = basesOf(address.options)
    this.#topics = topics
    this.#clientId = `${ids}gateway`
    this.#address = address
    this.#deps = deps
    this.#backOff = new BackOff(deps)
  }

  start(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#connect()
  }

  async stop(): Promise<void> {
    this.#isWanted = false
    this.#isUp = false
    this.#callOff()
    this.#callOffAsk()
    const client = this.#client
    this.#client = undefined
    await client?.endAsync(true)
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

  /** @throws RangeError, before anything is sent, where a figure is none or a place is none */
  show(shows: readonly Show[]): void {
    for (const show of shows) {
      checkAt(show)
      if (show.qty !== undefined && !(Number.isSafeInteger(show.qty) && show.qty >= 0))
        throw new RangeError(`a tag shows whole pieces, not ${show.qty}`)
    }
    for (const show of shows) this.#command(show.node, commandOf(show, this.caps.keys))
  }

  off(tags: readonly TagAt[]): void {
    for (const at of tags) checkAt(at)
    for (const { node } of tags) this.#command(node, darkCommand)
  }

  /** Every tag that is asked for, and every other one that was heard or shown. */
  clear(): void {
    const asked = Array.from({ length: this.#maxNode }, (_, i) => i + 1)
    for (const node of new Set([...asked, ...this.#tags.keys()])) this.#command(node, darkCommand)
  }

  range(bus: number, maxNode: number): void {
    checkAt({ bus, node: maxNode })
    this.#maxNode = maxNode
  }

  ask(): void {
    if (!this.#isUp) return
    this.#callOffAsk()
    this.#callOffAsk = this.#deps.after(askMs, () => {
      const since = this.#deps.now() - missingMs
      const nodes = Array.from({ length: this.#maxNode }, (_, i) => i + 1)
      const missing = nodes.filter((node) => (this.#tags.get(node)?.heardAt ?? -Infinity) < since)
      void this.#event({ kind: 'STATUS', bus: 1, node: 0, missing, raw: new Uint8Array() })
    })
  }

  address(at: TagAt): void {
    checkAt(at)
    this.#once(at.node, { ...darkCommand, act: 'address' })
  }

  reset(at: TagAt): void {
    checkAt(at)
    this.#once(at.node, { ...darkCommand, act: 'reset' })
  }

  #connect(): void {
    const { host, port, options } = this.#address
    const client = connect({
      protocol: options.secure ? 'mqtts' : 'mqtt',
      host,
      port,
      clientId: this.#clientId,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: connectMs,
      keepalive: keepAliveSeconds,
      ...(options.username !== undefined && { username: options.username }),
      ...(options.password !== undefined && { password: options.password }),
    })
    this.#client = client
    const isThis = (): boolean => this.#client === client
    client.on('connect', () => isThis() && this.#connected(client))
    client.on('message', (topic, payload) => isThis() && this.#heard(topic, payload))
    client.on('error', (error) => isThis() && this.#drop(reasonOf(error)))
    client.on('close', () => isThis() && this.#drop('the broker closed the connection'))
  }

  #connected(client: MqttClient): void {
    sendAtOnce(client)
    client.subscribe([`${this.#topics}hb/+`, `${this.#topics}evt/+`], { qos: 1 }, (error, granted) => {
      if (this.#client !== client) return
      if (error || granted?.some(({ qos }) => Number(qos) === refusedTopic)) {
        this.#drop(error ? reasonOf(error) : 'the broker refuses the topics')
        return
      }
      this.#backOff.reset()
      this.#isUp = true
      this.#state('up')
    })
  }

  #drop(why: string): void {
    const client = this.#client
    this.#client = undefined
    this.#isUp = false
    this.#callOffAsk()
    for (const tag of this.#tags.values()) tag.token = undefined
    // Nothing is left to be told of a connection that is over.
    client?.end(true)
    this.#callOff = this.#deps.after(this.#backOff.next(), () => this.#connect())
    this.#state('down', why)
  }

  #heard(topic: string, payload: Uint8Array): void {
    const [, kind, digits] = /^(hb|evt)\/([1-9]\d{0,2})$/.exec(topic.slice(this.#topics.length)) ?? []
    const node = Number(digits)
    if (!topic.startsWith(this.#topics) || !kind || node > highestNode) return
    const raw = Uint8Array.from(payload)
    this.#frame('rx', this.#deps.now(), raw, `${kind} ${node} ${Buffer.from(raw).toString('utf8')}`)
    if (kind === 'hb') {
      const beat = readHeartbeat(raw)
      if (beat) this.#beat(node, beat, raw)
      return
    }
    // What came too early is not acknowledged, and comes again.
    if (!this.#isUp) return
    const event = readEvent(raw)
    if (event) this.#told(node, event, raw)
    else void this.#event({ kind: 'ILLEGAL', bus: 1, node, code: 'no event of this contract', raw })
  }

  #beat(node: number, { boot, isOnline }: Heartbeat, raw: Uint8Array): void {
    const tag = this.#tag(node)
    const wasThere = tag.heardAt !== undefined
    const isReset = boot !== undefined && tag.boot !== undefined && boot !== tag.boot
    tag.heardAt = isOnline ? this.#deps.now() : undefined
    tag.boot = boot ?? tag.boot
    const token = tag.token === undefined ? {} : { token: tag.token }
    if (!this.#isUp) return
    if (isReset) void this.#event({ kind: 'RESET', bus: 1, node, raw, ...token })
    if (!isOnline && wasThere) void this.#event({ kind: 'NO_RESPONSE', bus: 1, node, raw, ...token })
  }

  #told(node: number, event: TagEvent, raw: Uint8Array): void {
    const { told } = this.#tag(node)
    const name = `${event.boot}:${event.seq}`
    const state = told.get(name)
    if (state === 'taken') this.#acknowledge(node, event)
    if (state) return
    told.set(name, 'open')
    for (const old of [...told.keys()].slice(0, -rememberedEvents)) told.delete(old)
    this.#hand(eventOf(node, event, raw)).then(
      () => {
        told.set(name, 'taken')
        this.#acknowledge(node, event)
      },
      (error: unknown) => {
        told.delete(name)
        this.#frame('rx', this.#deps.now(), raw, `evt ${node} was not taken: ${String(error)}`)
      },
    )
  }

  /** What the owner throws at once and what fails later is the same. */
  async #hand(event: DeviceEvent): Promise<void> {
    await this.#event(event)
  }

  #acknowledge(node: number, { boot, seq }: TagEvent): void {
    this.#publish(`ack/${node}`, { v: wireVersion, boot, seq }, false)
  }

  #command(node: number, command: Command): void {
    if (!this.#isUp) return
    this.#tag(node).token = command.token ?? undefined
    this.#publish(`cmd/${node}`, command, true)
  }

  /** Said to whoever hears it now; what the tag is to show stays as it was. */
  #once(node: number, command: Command): void {
    this.#publish(`cmd/${node}`, command, false)
  }

  #publish(topic: string, message: object, retain: boolean): void {
    if (!this.#isUp || !this.#client) return
    const payload = Buffer.from(JSON.stringify(message))
    // A failure ends the connection, which is told.
    this.#client.publish(this.#topics + topic, payload, { qos: 1, retain }, () => {})
    this.#frame('tx', this.#deps.now(), payload, `${topic.replace('/', ' ')} ${payload.toString('utf8')}`)
  }

  #tag(node: number): Tag {
    const tag = this.#tags.get(node) ?? { heardAt: undefined, boot: undefined, token: undefined, told: new Map() }
    this.#tags.set(node, tag)
    return tag
  }
}

/** Small messages wait for nothing: without it the second one would wait for 40 ms. */
export function sendAtOnce({ stream }: MqttClient): void {
  if (stream instanceof Socket) stream.setNoDelay(true)
}

function eventOf(node: number, { token, key, long, qty, code }: TagEvent, raw: Uint8Array): DeviceEvent {
  // A key of a tag that shows nothing confirms nothing.
  const press = token !== null && !long && (key === 'CONFIRM' || key === 'SHORT') ? key : 'KEY'
  return {
    kind: key ? press : 'SCAN',
    bus: 1,
    node,
    raw,
    ...(key && press === 'KEY' && { key }),
    ...(long && { long }),
    ...(qty !== undefined && { qty }),
    ...(code !== undefined && { code }),
    ...(token !== null && { token }),
  }
}

/** MQTT has one bus. */
function checkAt({ bus, node }: TagAt): void {
  if (bus !== 1 || !Number.isInteger(node) || node < 1 || node > highestNode)
    throw new RangeError(`no tag ${bus}-${node} behind this controller`)
}

const reasonOf = (error: Error): string => ('code' in error ? String(error.code) : '') || error.message
