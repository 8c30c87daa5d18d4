import { connect, type MqttClient } from 'mqtt'
import { realDeps } from '../driver/deps.ts'
import type { DriverDeps, LightKey } from '../driver/driver.ts'
import { sendAtOnce } from '../driver/mqtt.ts'
import {
  basesOf,
  type Command,
  darkCommand,
  heartbeatMs,
  readAck,
  readCommand,
  type TagEvent,
  wireVersion,
} from '../driver/mqttWords.ts'

const repeatMs = 2_000

export interface MqttTagOptions {
  readonly host: string
  readonly port: number
  readonly tenant: string
  readonly dc: string
  readonly controller: string
  readonly node: number
  readonly username?: string
  readonly password?: string
  readonly deps?: Pick<DriverDeps, 'after'>
}

/**
 * A tag that speaks our JSON over MQTT: shows what it is told, tells what happens at its keys one after the other, each
 * until it is acknowledged, and gives a sign of life each 10 s.
 */
export class MqttTag {
  readonly #options: MqttTagOptions
  readonly #deps: Pick<DriverDeps, 'after'>
  #client: MqttClient | undefined
  #shown: Command = darkCommand
  #isShowingAddress = false
  #boot = 0
  #seq = 0
  /** Not acknowledged yet, oldest first. What is lost with the power is not told any more. */
  readonly #waiting: TagEvent[] = []
  readonly #callOffs = new Map<'beat' | 'repeat', () => void>()

  constructor(options: MqttTagOptions) {
    this.#options = options
    this.#deps = options.deps ?? realDeps
  }

  get shown(): Command {
    return this.#shown
  }
  get isShowingAddress(): boolean {
    return this.#isShowingAddress
  }
  get waiting(): number {
    return this.#waiting.length
  }

  /** @returns once it hears what it is to show */
  async turnOn(): Promise<void> {
    const { host, port, node, username, password } = this.#options
    const { topics, ids } = basesOf(this.#options)
    this.#boot += 1
    this.#seq = 0
    const client = connect({
      host,
      port,
      clientId: `${ids}${node}`,
      clean: true,
      reconnectPeriod: 0,
      will: {
        topic: `${topics}hb/${node}`,
        payload: Buffer.from(JSON.stringify({ v: wireVersion, state: 'offline' })),
        qos: 1,
        retain: true,
      },
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
    })
    this.#client = client
    client.on('message', (topic, payload) => this.#heard(topic, payload))
    await new Promise<void>((resolve, reject) => {
      client.once('error', reject)
      client.once('close', () => reject(new Error('the broker closed the connection')))
      client.once('connect', () => resolve())
    })
    // From here on a lost connection is a lost connection: a real tag comes back, this one when it is turned on.
    client.on('error', () => client.end(true))
    sendAtOnce(client)
    await client.subscribeAsync([`${topics}cmd/${node}`, `${topics}ack/${node}`], { qos: 1 })
    this.#beat()
  }

  /** The power is gone: nobody says goodbye. */
  turnOff(): void {
    for (const callOff of this.#callOffs.values()) callOff()
    this.#callOffs.clear()
    this.#client?.stream.destroy()
    this.#client?.end(true)
    this.#client = undefined
    this.#waiting.splice(0)
    this.#shown = darkCommand
  }

  /** A key; CONFIRM and SHORT of a lit tag darken it. */
  press(key: LightKey, { qty, long }: { readonly qty?: number; readonly long?: boolean } = {}): void {
    const { token, qty: shown } = this.#shown
    const figure = qty ?? shown ?? undefined
    this.#tell({ token, key, ...(figure !== undefined && { qty: figure }), ...(long && { long }) })
    if (key === 'CONFIRM' || key === 'SHORT') this.#shown = darkCommand
  }

  scan(code: string): void {
    this.#tell({ token: this.#shown.token, code })
  }

  /** Tells it once more, as a tag does that heard no acknowledgement. */
  repeat(): void {
    const [event] = this.#waiting
    if (!event || !this.#client) return
    this.#say('evt', event, false)
    this.#callOffs.get('repeat')?.()
    this.#callOffs.set(
      'repeat',
      this.#deps.after(repeatMs, () => this.repeat()),
    )
  }

  #tell(event: Omit<TagEvent, 'boot' | 'seq'>): void {
    this.#seq += 1
    this.#waiting.push({ ...event, boot: this.#boot, seq: this.#seq })
    if (this.#waiting.length === 1) this.repeat()
  }

  #heard(topic: string, payload: Uint8Array): void {
    if (topic.includes('/ack/')) this.#acknowledged(readAck(payload))
    const command = topic.includes('/cmd/') ? readCommand(payload) : undefined
    if (!command) return
    this.#isShowingAddress = command.act === 'address'
    if (command.act === 'reset') {
      this.turnOff()
      // A tag that does not come back is told by its last will.
      void this.turnOn()
    } else if (!command.act) this.#shown = command
  }

  #acknowledged(seq: number | undefined): void {
    if (this.#waiting[0]?.seq !== seq) return
    this.#waiting.shift()
    this.#callOffs.get('repeat')?.()
    this.repeat()
  }

  #beat(): void {
    this.#say('hb', { state: 'online', boot: this.#boot }, true)
    this.#callOffs.set(
      'beat',
      this.#deps.after(heartbeatMs, () => this.#beat()),
    )
  }

  #say(topic: 'evt' | 'hb', message: object, retain: boolean): void {
    const { topics } = basesOf(this.#options)
    const payload = JSON.stringify({ v: wireVersion, ...message })
    // What does not come is repeated, or missed as a sign of life.
    this.#client?.publish(`${topics}${topic}/${this.#options.node}`, payload, { qos: 1, retain }, () => {})
  }
}
