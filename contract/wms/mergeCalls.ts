import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { qtyText } from '../kernel/schema.ts'
import { containerFlow } from './container.ts'
import { viewOf } from './taskViews.ts'

export const mergeTask = viewOf('CONTAINER_MERGE')
const path = entityPath(mergeTask)
const permission = entityPermission(mergeTask, 'create')
const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of merging: 42691 to 42699. */
export const mergeFaults = {
  otherStore: refusal(
    42691,
    '不同门店容器不能合并：[{c}]与目标容器[{to}]门店不同',
    'Containers of different stores cannot be merged: [{c}] and target [{to}]',
  ),
  otherDay: refusal(
    42692,
    '容器[{c}]与目标容器[{to}]要求到货日不同，不能合并',
    'Containers [{c}] and [{to}] are to arrive on different days and cannot be merged',
  ),
  otherZone: refusal(
    42693,
    '容器[{c}]与目标容器[{to}]的商品温层不同，不能合并',
    'The goods of containers [{c}] and [{to}] need different temperatures and cannot be merged',
  ),
  tooLarge: refusal(
    42694,
    '超出容器容积：[{to}]可装{most}m³，合并后{n}m³',
    'Container [{to}] takes {most} m³; merged it would hold {n} m³',
  ),
  tooHeavy: refusal(
    42695,
    '超出容器承重：[{to}]可装{most}kg，合并后{n}kg',
    'Container [{to}] takes {most} kg; merged it would hold {n} kg',
  ),
  noBox: refusal(
    42696,
    '[{to}]不是实物容器，不能并入',
    '[{to}] stands for no real container: nothing can be merged into it',
  ),
  inWork: refusal(
    42697,
    '容器[{c}]还有未完成的任务[{no}]',
    'Container [{c}] is part of task [{no}], which is not done yet',
  ),
  twice: refusal(
    42698,
    '同一商品只能选择一次，整容器并入的不再选择明细',
    'Goods are chosen once: as a part, or with all that is in their container',
  ),
  nothing: refusal(42699, '请选择要并入的其他容器', 'Choose another container, or goods of one, to merge'),
} as const satisfies Record<string, Refusal>

/** How full a container may be to be proposed, in per cent. */
export const proposedPct = 40
/** 可并容器: picked containers that are hardly filled, store by store, where one can take the others. */
export const mergeable = get(`${path}/mergeable`, {
  title: ['可并容器', 'Containers to merge'],
  permission,
  input: z.object({ storeId: id.optional() }),
  output: z.object({
    containers: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        type: z.string(),
        state: z.enum(Object.keys(containerFlow.states) as [keyof typeof containerFlow.states]),
        bin: z.string(),
        store: z.object({ id: z.string(), code: z.string(), name: z.string() }),
        /** A number of its own; nothing can be merged into what stands for none. */
        isReal: z.boolean(),
        goods: z.number(),
        cases: z.string(),
        /** Of its volume, as far as that is known. */
        fillPct: z.number().nullable(),
        isProposed: z.boolean(),
      }),
    ),
  }),
})
export type Mergeable = z.output<typeof mergeable.output>['containers'][number]

/** 容器内商品: what stands in a container, of which a part may go into another. */
export const mergeContents = get(`${path}/contents`, {
  title: ['容器内商品', 'Goods in a container'],
  permission,
  input: z.object({ containerId: id }),
  output: z.object({
    goods: z.array(
      z.object({
        id: z.string(),
        product: z.object({ id: z.string(), code: z.string(), name: z.string(), baseUnit: z.string() }),
        pack: z.string().nullable(),
        lotNo: z.string().nullable(),
        qty: z.string(),
        cases: z.string(),
      }),
    ),
  }),
})
export type MergeGoods = z.output<typeof mergeContents.output>['goods'][number]

/** 新建并箱: one task, a line for each container that is emptied into the target, and for each part of one. */
export const startMerge = post(`${path}/start`, {
  title: ['新建并箱', 'Merge containers'],
  permission,
  input: z.object({
    targetId: id,
    /** Emptied into it. */
    sourceIds: z.array(id).max(50),
    /** So many base units of what stands in others, which keep the rest. */
    parts: z
      .array(z.object({ stockId: id, qty: qtyText }))
      .max(100)
      .optional(),
  }),
  output: z.object({ id: z.string(), taskNo: z.string(), lines: z.number() }),
})
