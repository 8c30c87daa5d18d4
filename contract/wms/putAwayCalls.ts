import { z } from 'zod'
import { bulkAnswer, get, id, listQuery, pageOf, post, query, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { BinUsage } from './place.ts'
import { viewOf } from './taskViews.ts'

/** Where goods wait to be put away. */
export const waitingUsages = [
  'RECEIVE',
  'RTN_RECEIVE',
  'PROCESS',
  'EXCEPTION',
  'RPL_TRANSIT',
] as const satisfies readonly BinUsage[]

export const putAwayTask = viewOf('PUTAWAY')
const path = entityPath(putAwayTask)
/** Moves have bins too: the handler asks for the right on the task's own type. */
const byType = { permission: 'session' } as const
const text = z.tuple([z.string(), z.string()])

/** 重新计算: finds bins for open lines that have none, or whose bin takes no goods any more. */
export const repropose = post(`${path}/repropose`, {
  title: ['重新计算货位', 'Find new bins'],
  permission: entityPermission(putAwayTask, 'run'),
  input: seenMany,
  output: bulkAnswer,
})
/** Other bins that would take a line's goods, the next best first. Nothing is claimed. */
export const otherBins = get(`${path}/otherBins`, {
  title: ['其他可用货位', 'Other bins'],
  ...byType,
  input: z.object({ taskLineId: id }),
  output: z.object({ bins: z.array(z.object({ id: z.string(), code: z.string(), why: text })) }),
})
/** Names another bin for a line. The bin must take the goods; the claim moves with it. */
export const changeTarget = post(`${path}/changeTarget`, {
  title: ['改目标货位', 'Change target bin'],
  ...byType,
  input: z.object({ taskLineId: id, bin: z.string().min(1).max(200) }),
  output: z.object({ id: z.string(), code: z.string() }),
})
/** Stock that stands where nothing shall stay, and is promised to nobody. */
export const waitingStock = query(`${path}/waitingStock`, {
  title: ['待上架库存', 'Stock to put away'],
  permission: entityPermission(putAwayTask, 'create'),
  input: listQuery,
  output: pageOf(z.record(z.string(), z.unknown())),
})
/** 主动上架: a task per container or per loose goods, with their bins. What is promised already is refused. */
export const startPutAway = post(`${path}/start`, {
  title: ['主动上架', 'Put stock away'],
  permission: entityPermission(putAwayTask, 'create'),
  input: z.object({ stockIds: z.array(id).min(1).max(100) }),
  output: z.object({ tasks: z.array(z.object({ id: z.string(), taskNo: z.string(), withoutBin: z.number() })) }),
})
