import { z } from 'zod'
import { bulkAnswer, get, id, post, seenMany, version } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { pickContainer } from './pickContainer.ts'
import { type TaskState, taskFlow, taskLineStates } from './task.ts'

const path = entityPath(pickContainer)
const update = entityPermission(pickContainer, 'update')
const scan = z.string().trim().min(1).max(64)

/** Tasks of one call, and containers that one task may fill. */
export const assignMax = 50
export const containersMax = 200

const named = z.object({ code: z.string(), name: z.string() })

/** 待分配任务: picks that nobody has begun and that have no containers yet, the most urgent first. */
export const preparable = get(`${path}/preparable`, {
  title: ['待分配拣货任务', 'Picks without containers'],
  permission: entityPermission(pickContainer, 'view'),
  input: z.object({ pickAreaId: id.optional(), waveId: id.optional(), storeId: id.optional() }),
  output: z.object({
    tasks: z.array(
      z.object({
        id: z.string(),
        taskNo: z.string(),
        state: z.enum(Object.keys(taskFlow.states) as [TaskState]),
        billNo: z.string().nullable(),
        store: named.nullable(),
        route: z.string().nullable(),
        area: named.nullable(),
        lines: z.number(),
        cases: z.string(),
        volume: z.string().nullable(),
        weight: z.string().nullable(),
        /** The type that its pick area fills, and whether each of it has to be scanned, since it is used again. */
        type: z.object({ id: z.string(), name: z.string(), isScanned: z.boolean() }).nullable(),
        /** How many of them it fills, as far as that can be worked out. */
        needed: z.number().nullable(),
      }),
    ),
  }),
  reads: ['wms.pickContainer', 'wms.task'],
})
export type Preparable = z.output<typeof preparable.output>['tasks'][number]

const assigned = z.object({
  id: z.string(),
  code: z.string(),
  taskNo: z.string(),
  seq: z.number(),
  total: z.number(),
})

/** 分配: new cartons for tasks, or scanned totes for one. A task that has its containers keeps them. */
export const assignContainers = post(`${path}/assign`, {
  title: ['分配拣货容器', 'Assign pick containers'],
  permission: update,
  input: z
    .object({
      taskIds: z.array(id).min(1).max(assignMax),
      /** Another type than the pick area's. */
      typeId: id.optional(),
      /** Idle containers, in the order of their numbers; for one task only. */
      codes: z.array(scan).min(1).max(containersMax).optional(),
    })
    .refine((i) => !i.codes || i.taskIds.length === 1, { path: ['codes'] }),
  output: z.object({
    containers: z.array(assigned),
    /** Numbers of tasks that had containers already: these are told, and nothing was changed. */
    kept: z.array(z.string()),
  }),
})

/** 换绑: another container takes the place of one that nothing has come into; the old label is void. */
export const rebindContainer = post(`${path}/rebind`, {
  title: ['换绑拣货容器', 'Replace a pick container'],
  permission: update,
  input: z.object({
    id,
    version,
    /** An idle container; without it a new carton of the same type. */
    code: scan.optional(),
    reason: z.string().trim().min(1).max(200),
  }),
  output: assigned,
})

/** 退回: containers that nothing has come into are free for others. */
export const freeContainers = post(`${path}/free`, {
  title: ['退回拣货容器', 'Give pick containers back'],
  permission: update,
  input: seenMany,
  output: bulkAnswer,
})

/** 装箱明细: what of which line is to come into a container, and what has. */
export const containerContents = get(`${path}/contents`, {
  title: ['装箱明细', 'Contents'],
  permission: entityPermission(pickContainer, 'view'),
  input: z.object({ id }),
  output: z.array(
    z.object({
      id: z.string(),
      lineNo: z.number(),
      state: z.enum(Object.keys(taskLineStates) as [keyof typeof taskLineStates]),
      product: named,
      unit: z.string(),
      bin: z.string().nullable(),
      planQty: z.string(),
      /** As one counts it, 件数. */
      planCases: z.string().nullable(),
      doneQty: z.string(),
    }),
  ),
  reads: ['wms.pickContainer', 'wms.task'],
})
export type Contents = z.output<typeof containerContents.output>[number]

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })
/** Refusals of pick containers: 42490 to 42498. */
export const pickContainerFaults = {
  needType: refusal(
    42490,
    '任务[{no}]的拣货分区没有拣货容器类型，请选择容器类型',
    'The pick area of task [{no}] names no container type: choose one',
  ),
  noVolume: refusal(
    42491,
    '容器类型[{type}]没有容积，不能计算容器数',
    'Container type [{type}] has no volume: how many are needed cannot be worked out',
  ),
  tooLarge: refusal(
    42492,
    '商品[{code}]放不进容器类型[{type}]，请选择更大的容器',
    'Product [{code}] does not fit into container type [{type}]: choose a larger one',
  ),
  isVoid: refusal(
    42493,
    '容器[{c}]已作废（{reason}），请使用容器[{to}]',
    'Container [{c}] is void ({reason}): use container [{to}]',
  ),
  otherTask: refusal(
    42494,
    '容器[{c}]已分配给任务[{no}]，不能使用',
    'Container [{c}] is assigned to task [{no}] and cannot be used',
  ),
  useOwn: refusal(42495, '任务[{no}]已分配容器，请使用[{c}]', 'Task [{no}] has its own containers: use [{c}]'),
  tooMany: refusal(
    42496,
    '任务[{no}]需要{n}个容器，超过上限{max}，请选择更大的容器或拆分任务',
    'Task [{no}] needs {n} containers, more than {max}: choose a larger type or split the task',
  ),
  scanThem: refusal(
    42497,
    '容器类型[{type}]重复使用，请逐个扫描空闲容器',
    'Containers of type [{type}] are used again: scan idle ones',
  ),
  countDiffers: refusal(
    42498,
    '任务[{no}]需要{n}个容器，已扫描{m}个',
    'Task [{no}] needs {n} {n|container|containers}; {m} {m|was|were} scanned',
  ),
  goesInto: refusal(
    42499,
    '计划放入第{n}个容器[{to}]（{qty}），不是[{c}]；要改放请确认更改装箱计划',
    'Planned for container {n} [{to}] ({qty}), not [{c}]: to use that one, change the plan',
  ),
} as const satisfies Record<string, Refusal>
