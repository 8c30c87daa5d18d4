/**
 * What lights of every make can be asked for and tell. A driver is pure Node without tables or tenants, so that it runs in a
 * worker, in a process of its own or as an agent in the warehouse. Who owns it decides what is shown and what a press means.
 */
export type LightColor = 'red' | 'green' | 'orange' | 'blue' | 'pink' | 'cyan'
export type LightKey = 'CONFIRM' | 'SHORT' | 'PLUS' | 'FN'
/** `recheck` is shown where a press may have been lost on the way: it blinks, amber where the tag has that colour. */
export type LightStyle = 'steady' | 'blink' | 'recheck'

/** Where a tag hangs: `bus` from 1 (port of the controller), `node` 1 to 250. */
export interface TagAt {
  readonly bus: number
  readonly node: number
}

/** One light. `text` is shown instead of the quantity where it is given. */
export interface Show extends TagAt {
  /** Names the light in whatever the tag tells while it shows it; made by the owner, new for each light. */
  readonly token: string
  /** Whole pieces, not negative, with no more digits than the tag has: who asks for more splits it. */
  readonly qty?: number
  readonly text?: string
  readonly color?: LightColor
  readonly style: LightStyle
  /** Whether the picker may change the quantity at the tag before he confirms it. */
  readonly editable?: boolean
}

export type DeviceKind =
  | 'CONFIRM'
  | 'SHORT'
  | 'KEY'
  | 'SCAN'
  | 'NO_RESPONSE'
  | 'MALFUNCTION'
  | 'ILLEGAL'
  | 'LOCKED'
  | 'RESET'
  | 'STATUS'

/** What a controller told. What it says of itself, and of all tags at once, has node 0. */
export interface DeviceEvent extends TagAt {
  readonly kind: DeviceKind
  /** What the tag showed when its key was pressed; absent where it shows no figure. */
  readonly qty?: number
  readonly key?: LightKey
  /** The key was held. */
  readonly long?: boolean
  /** What a scanner read; of a fault, what the device calls it. */
  readonly code?: string
  /** The light that the driver believes shown there when it came; absent if none. */
  readonly token?: string
  /** With STATUS: nodes of that bus that do not answer, up to the highest that is polled. */
  readonly missing?: readonly number[]
  /** As it came from the wire. */
  readonly raw: Uint8Array
  /** Where the other end keeps it until it is booked. */
  readonly kept?: Kept
}
/** What an agent has on its disk: which journal, which number, and when it was told. */
export interface Kept {
  readonly journal: string
  readonly seq: number
  readonly at: Date
}

export interface DriverCaps {
  readonly colors: readonly LightColor[]
  readonly keys: readonly LightKey[]
  /** The device names the light that was pressed; without it the driver says which light it believes was shown. */
  readonly exactAck: boolean
  readonly qtyEditable: boolean
}

/**
 * Where devices repeat what nobody took (MQTT), an event is taken once what this gives back is done, and told again when it
 * fails: whoever keeps events gives back the promise of having kept it. Other devices tell once.
 */
export type EventListener = (event: DeviceEvent) => void | Promise<void>

export interface LightDriver {
  readonly caps: DriverCaps
  /** Connects, and connects again with growing pauses, until `stop`. */
  start(): void
  /** Ends the connection; nothing is told afterwards. Harmless to repeat. */
  stop(): Promise<void>
  /** Shows all of them with one write. While there is no connection nothing is kept: the owner shows again on `up`. */
  show(shows: readonly Show[]): void
  off(tags: readonly TagAt[]): void
  /** All tags dark. */
  clear(): void
  /** The highest node that the controller asks; the lower, the faster each tag answers. */
  range(bus: number, maxNode: number): void
  /** Asks for the state of all nodes: STATUS with `missing` follows, one per bus. */
  ask(): void
  /** The tag shows its own address. */
  address(tag: TagAt): void
  reset(tag: TagAt): void
  /** One listener; the last one set hears. */
  onEvent(f: EventListener): void
  /**
   * `up` once per connection, before anything is sent on it: the tags may show anything, and every light is shown anew.
   * `down` when it ends or cannot be made, with the reason; then it is tried again.
   */
  onState(f: (state: 'up' | 'down', why?: string) => void): void
  /** For the log of frames: `at` in ms of the driver's clock, `text` what the bytes mean. */
  onFrame(f: (direction: 'rx' | 'tx', at: number, bytes: Uint8Array, text: string) => void): void
}

export type DriverKind = 'ABLEPICK' | 'MQTT_JSON' | 'SIM'

/** What differs from site to site; each has the default of its driver. */
export interface DriverOptions {
  /** Buses of the controller: 1 or 2. */
  readonly buses?: number
  /** Colours and keys that every tag of the controller has. */
  readonly colors?: readonly LightColor[]
  readonly keys?: readonly LightKey[]
  /** MQTT: the topics begin with `dps/{tenant}/{dc}/{controller}/`; all three are needed. */
  readonly tenant?: string
  readonly dc?: string
  readonly controller?: string
  readonly username?: string
  readonly password?: string
  readonly secure?: boolean
}

/** `SIM` speaks as ABLEPICK with the simulator on this machine, whatever `host` says. */
export interface ControllerAddress {
  readonly driver: DriverKind
  readonly host: string
  readonly port: number
  readonly options: DriverOptions
}

/** Time and chance, so that tests hold both. */
export interface DriverDeps {
  /** Milliseconds that only grow. */
  now(): number
  /** Calls once after `ms`; what it gives back calls that off. */
  after(ms: number, f: () => void): () => void
  /** From 0 up to, not including, 1. */
  random(): number
}
