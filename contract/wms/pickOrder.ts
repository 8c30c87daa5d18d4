import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import type { Text } from '../kernel/text.ts'
import { view } from '../kernel/view.ts'
import { bin } from './place.ts'

/** How the aisles of a pick area are walked. */
export const walkMethods = {
  SERPENTINE: ['S形', 'Serpentine'],
  RETURN: ['往返', 'Return'],
  AISLE: ['按巷道', 'Aisle by aisle'],
} as const satisfies Record<string, Text>
export type WalkMethod = keyof typeof walkMethods

/** 拣货顺序: the bins of pick areas, in the order in which pickers come by. */
const { code, pickAreaId, areaId, usage, aisle, bay, level, pos, pickSeq, ownerId, products } = bin.fields
const given = <F extends object>(f: F) => ({ ...f, derived: true })
export const pickOrder = view(bin, 'wms', 'pickOrder', {
  title: ['拣货顺序', 'Pick sequence'],
  module: 'storage.pickOrder',
  fields: {
    code,
    pickAreaId: given(pickAreaId),
    pickSeq: { ...pickSeq, least: 0 },
    aisle: given(aisle),
    bay: given(bay),
    level: given(level),
    pos: given(pos),
    usage: given({ ...usage, required: false }),
    areaId: given({ ...areaId, required: false }),
    ownerId: given(ownerId),
    products,
  },
  list: ['code', 'pickAreaId', 'pickSeq', 'aisle', 'bay', 'level', 'pos', 'usage', 'products', 'areaId'],
  form: ['code', 'pickSeq'],
  // A bin that is nobody's own serves everybody.
  ownerThrough: 'ownerId',
  actions: ['update', 'import', 'export', 'run'],
  verbs: { run: ['生成', 'Generate'], arrange: ['调整顺序', 'Arrange'] },
  indexes: [],
  sort: 'pickSeq',
  found: false,
})

/** So many bins of an area at most are put in order at once, and so many of them are shown before. */
export const walkMost = 20_000
export const walkShown = 200

/** Puts the bins of a pick area in order, or shows how they would stand. */
export const generateOrder = post(`${entityPath(pickOrder)}/run`, {
  title: ['生成拣货顺序', 'Generate pick sequence'],
  permission: entityPermission(pickOrder, 'run'),
  input: z.object({
    pickAreaId: id,
    method: z.enum(Object.keys(walkMethods) as [WalkMethod]),
    first: z.number().int().min(0).max(1_000_000_000).default(10),
    step: z.number().int().min(1).max(1_000).default(10),
    dryRun: z.boolean().default(false),
  }),
  output: z.object({
    count: z.number(),
    /** Whose place in the order changes. */
    changed: z.number(),
    bins: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        aisle: z.string().nullable(),
        before: z.number(),
        after: z.number(),
      }),
    ),
    dryRun: z.boolean(),
  }),
})
export type GeneratedOrder = z.infer<(typeof generateOrder)['output']>

/** One bin of a pick area, as it is walked by. */
const walkBin = z.object({
  id: z.string(),
  code: z.string(),
  aisle: z.string().nullable(),
  bay: z.number().nullable(),
  level: z.number().nullable(),
  pos: z.number().nullable(),
  pickSeq: z.number(),
})
export type WalkedBin = z.output<typeof walkBin>
/** Who stands where in an area, in short: another order, or other bins, give another one. */
const walkSeen = z.string().regex(/^[0-9a-f]{64}$/)

/** The bins of a pick area in walking order, those that the caller may see. */
export const readWalk = get(`${entityPath(pickOrder)}/walk`, {
  title: ['分区拣货顺序', 'Pick sequence of an area'],
  permission: entityPermission(pickOrder, 'view'),
  input: z.object({ pickAreaId: id }),
  output: z.object({ code: z.string(), name: z.string(), seen: walkSeen, bins: z.array(walkBin) }),
})
export type Walk = z.output<typeof readWalk.output>

/**
 * 调整拣货顺序: puts the bins of a pick area into the order in which they are named, all of them at once. `seen` says from
 * which order that was made: of another one it is refused.
 */
export const arrangeOrder = post(`${entityPath(pickOrder)}/arrange`, {
  title: ['调整拣货顺序', 'Arrange pick sequence'],
  permission: entityPermission(pickOrder, 'update'),
  input: z.object({ pickAreaId: id, seen: walkSeen, binIds: z.array(id).min(1).max(walkMost) }),
  output: z.object({
    count: z.number(),
    /** Whose number in the order is another. */
    changed: z.number(),
  }),
})

const refusal = (number: number, zh: string, en: string): Refusal => ({ code: number, text: [zh, en] })
export const pickOrderFaults = {
  taken: refusal(
    42738,
    '拣货顺序重复：{seq}已用于货位[{bin}]',
    'Duplicate pick sequence: {seq} is that of bin [{bin}] already',
  ),
  noBins: refusal(42739, '拣货分区[{area}]没有货位', 'Pick area [{area}] has no bins'),
  notPicked: refusal(42759, '货位[{bin}]不属于任何拣货分区', 'Bin [{bin}] belongs to no pick area'),
} as const satisfies Record<string, Refusal>
