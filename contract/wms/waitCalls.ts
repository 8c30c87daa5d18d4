import { z } from 'zod'
import { get, id, query } from '../kernel/call.ts'
import { task } from './task.ts'
import { taskTypeNames } from './taskTypes.ts'

/** What a task waits for: goods at a pick face, room there, a verdict on its goods, or a place at the sorting wall. */
const waitKinds = ['GOODS', 'ROOM', 'VERDICT', 'WALL'] as const
const named = z.object({ id: z.string(), code: z.string() })
const cause = z.object({
  kind: z.enum(waitKinds),
  bin: named.nullable(),
  product: named.extend({ name: z.string() }).nullable(),
  /** So much is still to come, as one counts it: in cases where the goods have any. */
  cases: z.string().nullable(),
  /** The work that ends the wait, as far as there is some: what brings the goods, or makes room. */
  tasks: z.array(
    z.object({ id: z.string(), taskNo: z.string(), taskType: z.enum(taskTypeNames), worker: z.string().nullable() }),
  ),
})
export type WaitCause = z.infer<typeof cause>

/** Why a task cannot be begun yet, and which work ends that. */
export const taskWaits = get('/wms/api/task/waits', {
  title: ['等待原因', 'What a task waits for'],
  permission: 'session',
  reads: [task.key],
  input: z.object({ id }),
  output: z.object({ causes: z.array(cause) }),
})

/** Of each type of work: whether the worker may take some of what is ready, and if not, why. */
export const taskOffers = query('/wms/api/task/offers', {
  title: ['可领取的任务', 'Work to take'],
  permission: 'session',
  reads: [task.key],
  input: z.object({ taskTypes: z.array(z.enum(taskTypeNames)).max(taskTypeNames.length) }),
  output: z.object({
    /** Types of which there is work for others and none for him. */
    barred: z.array(z.object({ taskType: z.enum(taskTypeNames), ready: z.number(), why: z.string() })),
  }),
})
