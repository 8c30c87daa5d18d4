import { drivers } from '@lading/contract/dps/equipment.ts'
import { z } from 'zod'
import type { DeviceEvent } from '../driver/driver.ts'

/**
 * What an agent and the server say to each other, as JSON in one WebSocket. The agent tells what its controllers are and
 * what they told; what is kept in its journal has a number and is answered with it once it is booked.
 */
export const wireVersion = 1
export const messageMax = 512_000
/** So many numbered events are under way at once. */
export const windowMax = 50
/** Why the server hangs up: the key is no longer good, and the server speaks to the controllers itself. */
export const closing = { revoked: 4401, notAgent: 4403, replaced: 4409, silent: 4408, nonsense: 4400 } as const

const id = z.string().regex(/^\d{1,19}$/)
const at = { bus: z.number().int().min(0).max(9), node: z.number().int().min(0).max(255) }
const style = z.enum(['steady', 'blink', 'recheck'])
const color = z.enum(['red', 'green', 'orange', 'blue', 'pink', 'cyan'])
const key = z.enum(['CONFIRM', 'SHORT', 'PLUS', 'FN'])
const kind = z.enum([
  ...([
    'CONFIRM',
    'SHORT',
    'KEY',
    'SCAN',
    'NO_RESPONSE',
    'MALFUNCTION',
    'ILLEGAL',
    'LOCKED',
    'RESET',
    'STATUS',
  ] as const),
])
const word = z.string().max(200)

/** More than any tag shows: a figure beyond it is none all the same. */
const qtyMax = 9_999_999
const rawMax = 10_000
/** A device's event; its bytes as hex. */
export const toldEvent = z.object({
  kind,
  ...at,
  qty: z.number().int().min(0).max(qtyMax).optional(),
  key: key.optional(),
  long: z.boolean().optional(),
  code: word.optional(),
  token: word.optional(),
  missing: z.array(z.number().int().min(0).max(255)).max(255).optional(),
  raw: z.string().max(rawMax),
})
export type ToldEvent = z.output<typeof toldEvent>
/** As the contract takes it, whatever a device says: what it did not take would be told again and again. */
export const asTold = ({ raw, missing, kept: _, ...e }: DeviceEvent): ToldEvent => ({
  ...e,
  ...(e.qty !== undefined && { qty: Math.min(e.qty, qtyMax) }),
  ...(missing && { missing: [...missing] }),
  raw: Buffer.from(raw).toString('hex').slice(0, rawMax),
})
export const asEvent = ({ raw, ...e }: ToldEvent): DeviceEvent =>
  Object.assign({ raw: Uint8Array.from(Buffer.from(raw, 'hex')) }, e) as DeviceEvent

export const fromAgent = z.discriminatedUnion('t', [
  z.object({ t: z.literal('hello'), v: z.literal(wireVersion), journal: z.uuid() }),
  z.object({
    t: z.literal('state'),
    c: id,
    up: z.boolean(),
    why: word.optional(),
    /** What the server said on this connection to the controller still stands: nothing was lost on it. */
    kept: z.boolean(),
  }),
  z.object({
    t: z.literal('event'),
    c: id,
    /** Its number in the journal, and when it was told; without one nobody keeps it. */
    n: z.number().int().min(1).max(2_147_483_647).optional(),
    at: z.number().int().min(0).optional(),
    e: toldEvent,
  }),
])
export type FromAgent = z.output<typeof fromAgent>

const show = z.object({
  token: word,
  ...at,
  qty: z.number().int().min(0).optional(),
  text: word.optional(),
  color: color.optional(),
  style,
  editable: z.boolean().optional(),
})
const places = z.array(z.object(at)).max(2_000)
/** What a driver is asked for, as `LightDriver` has it; `only`: all other tags are dark. */
export const order = z.discriminatedUnion('op', [
  z.object({ op: z.literal('show'), shows: z.array(show).max(2_000) }),
  z.object({ op: z.literal('off'), tags: places }),
  z.object({ op: z.literal('only'), tags: places }),
  z.object({ op: z.literal('clear') }),
  z.object({ op: z.literal('range'), bus: at.bus, node: at.node }),
  z.object({ op: z.literal('ask') }),
  z.object({ op: z.literal('address'), ...at }),
  z.object({ op: z.literal('reset'), ...at }),
  z.object({ op: z.literal('simulate'), verb: z.string().max(16), ...at, qty: z.number().nullable() }),
])
export type Order = z.output<typeof order>

/** A controller that the agent is to speak to. */
export const siteController = z.object({
  tenantId: id,
  org: z.object({ id, code: z.string(), type: z.string(), timeZone: z.string() }),
  id,
  code: z.string(),
  driver: z.enum(Object.keys(drivers) as [keyof typeof drivers]),
  host: z.string().nullable(),
  port: z.number(),
  editable: z.boolean(),
  loginHash: z.string().nullable(),
})
export const fromServer = z.discriminatedUnion('t', [
  z.object({ t: z.literal('welcome'), v: z.literal(wireVersion), ack: z.number() }),
  z.object({ t: z.literal('site'), controllers: z.array(siteController).max(1_000) }),
  z.object({ t: z.literal('do'), c: id, order }),
  z.object({ t: z.literal('ack'), n: z.number() }),
])
export type FromServer = z.output<typeof fromServer>

/** @returns undefined for what is no message of this contract */
export function read<T>(schema: z.ZodType<T>, data: unknown): T | undefined {
  try {
    return schema.safeParse(JSON.parse(String(data))).data
  } catch {
    // No JSON is no message of ours.
    return undefined
  }
}
