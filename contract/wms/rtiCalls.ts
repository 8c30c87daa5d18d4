import { z } from 'zod'
import { get, id, post, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { wordSchema } from '../kernel/schema.ts'
import { rtiKinds } from './rti.ts'
import { rtiDeposit } from './rtiDeposit.ts'

/** So many holders the board names, those first whose containers are due the longest. */
export const holdersMost = 50
/** Days over which trips and losses are counted. */
export const turnDays = 30

const holder = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(rtiKinds) as [keyof typeof rtiKinds]),
  party: z.string(),
  type: z.string(),
  qty: z.number(),
  deposit: z.string(),
  /** Since the oldest that has not come back went out, first out first back; null where he holds none. */
  days: z.number().nullable(),
  isOverdue: z.boolean(),
})
export type RtiHolder = z.output<typeof holder>
const ofType = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  idle: z.number(),
  inUse: z.number(),
  stores: z.number(),
  vendors: z.number(),
  carriers: z.number(),
  lost: z.number(),
  /** All that were taken in and are not lost. */
  fleet: z.number(),
  out: z.number(),
  back: z.number(),
  /** How often one of them went out. */
  turn: z.string().nullable(),
  /** Lost of those that went out, in per cent. */
  lossPct: z.string().nullable(),
  deposit: z.string(),
})
export type RtiOfType = z.output<typeof ofType>
/** 容器看板: where the containers of each type are, and who has had them for too long. */
export const containerBoard = get('/wms/api/dashboard/containers', {
  title: ['容器看板', 'Container board'],
  permission: 'wms:container.board:view',
  reads: ['wms.rtiAccount', 'wms.container'],
  output: z.object({
    at: z.string(),
    dueDays: z.number(),
    deposit: z.string(),
    overdue: z.number(),
    types: z.array(ofType),
    holders: z.array(holder),
  }),
})

/** 对账答复: what the other side counts, by type of container; what is not named it holds as the statement says. */
export const answerStatement = post(`${entityPath(rtiDeposit.header)}/answer`, {
  title: ['录入对方数量', 'Enter their count'],
  permission: entityPermission(rtiDeposit.header, 'bill'),
  input: z.object({
    id,
    version,
    rows: z.array(z.object({ type: wordSchema(32), qty: z.number().int().min(-1_000_000).max(1_000_000) })).max(200),
  }),
  /** `diffNo`: the paper about what differs; null where all agrees. */
  output: z.object({ id: z.string(), version: z.number(), diffNo: z.string().nullable() }),
})
