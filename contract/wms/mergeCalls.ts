import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { containerFlow } from './container.ts'
import { viewOf } from './taskViews.ts'

export const mergeTask = viewOf('CONTAINER_MERGE')
const path = entityPath(mergeTask)
const permission = entityPermission(mergeTask, 'create')
const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of merging: 42691 to 42697. */
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

/** 新建并箱: one task, a line for each container that is emptied into the target. */
export const startMerge = post(`${path}/start`, {
  title: ['新建并箱', 'Merge containers'],
  permission,
  input: z.object({ targetId: id, sourceIds: z.array(id).min(1).max(50) }),
  output: z.object({ id: z.string(), taskNo: z.string(), lines: z.number() }),
})
