import type { DriverOptions, LightColor, LightKey, LightStyle, Show } from './driver.ts'

/**
 * Our own contract with tags that speak MQTT. Under `dps/{tenant}/{dc}/{controller}/`:
 * `cmd/{node}` (to the tag, retained: a tag that comes back recovers alone), `evt/{node}` (from it, repeated until `ack`),
 * `ack/{node}` (to it), `hb/{node}` (from it each 10 s, retained, and its last will says that it is gone). All with QoS 1
 * and clean sessions; payloads are JSON.
 */
export const wireVersion = 1
export const heartbeatMs = 10_000
/** Without a sign of life for as long, a tag is missing. */
export const missingMs = 30_000
const payloadMax = 4_096

/** What the tag is to show; no token: dark. `act` is said once and not kept. */
export interface Command {
  readonly v: typeof wireVersion
  readonly token: string | null
  readonly qty?: number | null
  readonly text?: string | null
  readonly color?: LightColor | null
  readonly style?: LightStyle
  readonly keys?: readonly LightKey[]
  readonly editable?: boolean
  readonly act?: 'address' | 'reset'
}
/** What happened at a tag. `boot` counts its starts and `seq` what it has told: together they name this once and for all. */
export interface TagEvent {
  readonly boot: number
  readonly seq: number
  /** The light that it showed. */
  readonly token: string | null
  readonly key?: LightKey
  readonly long?: boolean
  readonly qty?: number
  /** What its scanner read. */
  readonly code?: string
}
export interface Heartbeat {
  readonly boot?: number
  readonly isOnline: boolean
}

/** Names of tenant, site and controller in topics: no separators, no wildcards. */
const isName = (part: string | undefined): part is string => part !== undefined && /^[\w.-]{1,64}$/.test(part)

/** All topics of a site begin with it; brokers keep sites apart by it. */
export function sitePrefix(tenant: string, dc: string): string {
  if (!isName(tenant) || !isName(dc)) throw new RangeError(`"${tenant}/${dc}" names no site in topics`)
  return `dps/${tenant}/${dc}/`
}
/** Client ids of a site begin with it: a broker closes whoever has the id of one that comes. */
export const idPrefix = (tenant: string, dc: string): string => sitePrefix(tenant, dc).slice('dps/'.length)

export function basesOf({ tenant = '', dc = '', controller }: DriverOptions) {
  if (!isName(controller)) throw new RangeError(`"${controller ?? ''}" names no controller in topics`)
  return {
    topics: `${sitePrefix(tenant, dc)}${controller}/`,
    ids: `${idPrefix(tenant, dc)}${controller}/`,
  }
}

export function commandOf({ token, qty, text, color, style, editable }: Show, keys: readonly LightKey[]): Command {
  return {
    v: wireVersion,
    token,
    qty: qty ?? null,
    text: text ?? null,
    color: color ?? null,
    style,
    keys,
    editable: editable ?? false,
  }
}
export const darkCommand: Command = { v: wireVersion, token: null }

const keys: readonly string[] = ['CONFIRM', 'SHORT', 'PLUS', 'FN'] satisfies readonly LightKey[]
const isKey = (value: unknown): value is LightKey => typeof value === 'string' && keys.includes(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= 200

function read(payload: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  if (payload.length > payloadMax) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    const isOurs = typeof value === 'object' && value !== null && 'v' in value && value.v === wireVersion
    return isOurs ? { ...value } : undefined
  } catch {
    // No JSON is no message of ours, and is told as such.
    return undefined
  }
}

/** @returns undefined for what is no event of this contract */
export function readEvent(payload: Uint8Array): TagEvent | undefined {
  const { boot, seq, token = null, key, long, qty, code } = read(payload) ?? {}
  if (!isCount(boot) || !isCount(seq) || !(token === null || isShort(token))) return undefined
  if (!isKey(key) && !isShort(code)) return undefined
  if (qty !== undefined && qty !== null && !isCount(qty)) return undefined
  return {
    boot,
    seq,
    token,
    ...(isKey(key) && { key }),
    ...(long === true && { long }),
    ...(isCount(qty) && { qty }),
    ...(isShort(code) && { code }),
  }
}

/** @returns undefined for what is no sign of life of this contract */
export function readHeartbeat(payload: Uint8Array): Heartbeat | undefined {
  const { boot, state } = read(payload) ?? {}
  if (state !== 'online' && state !== 'offline') return undefined
  return { isOnline: state === 'online', ...(isCount(boot) && { boot }) }
}

/** @returns undefined for what is no command of this contract */
export function readCommand(payload: Uint8Array): Command | undefined {
  const command = read(payload)
  // Whoever may write to this topic is the gateway, whose messages are made of this type.
  return command && (command.token === null || isShort(command.token)) ? (command as unknown as Command) : undefined
}
export function readAck(payload: Uint8Array): number | undefined {
  const { seq } = read(payload) ?? {}
  return isCount(seq) ? seq : undefined
}
