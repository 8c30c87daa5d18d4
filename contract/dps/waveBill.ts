import { z } from 'zod'
import { bulkAnswer, post, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { computed, decimal, int, ref, text } from '../kernel/field.ts'
import { view } from '../kernel/view.ts'
import { waveBill } from '../wms/waveBill.ts'
import { lightFields } from './operateBill.ts'

const { billNo, title, state, dueAt, bizDate, orders, stores, bookedPct } = waveBill.header.fields
// density: its figures, shared with orders, are worked out from picks, with the minutes that each point still takes
/** 波次: those under way, and those of which anything was picked by light. */
export const lightWave = view(waveBill.header, 'dps', 'waveBill', {
  title: ['波次', 'Wave'],
  module: 'bill.wave',
  fields: {
    ...{ billNo, state, title, ...lightFields },
    taskStates: computed(text(['任务', 'Light tasks'])),
    /** Simulated by the standard seconds of each point, as if its picks were done one after the other. */
    minutes: computed(decimal(['预计分钟', 'Estimated minutes'], { scale: 1 })),
    bottleneckId: computed(ref(['瓶颈作业点', 'Bottleneck'], 'dps.jobpoint', {})),
    pointMinutes: computed(text(['各作业点预计分钟', 'Minutes by point'])),
    ...{ dueAt, bizDate, orders, stores, bookedPct },
  },
  list: ['billNo', 'stage', 'title', 'lightPct', 'lightDone', 'lightLines', 'lightShort', 'taskStates', 'minutes', 'bottleneckId', 'pointMinutes', 'byHand', 'dueAt', 'orders', 'bookedPct', 'state', 'bizDate'],
  form: [],
  found: false,
  actions: ['start', 'run', 'export'],
  verbs: { ...waveBill.header.verbs, toLights: ['下发到电子标签', 'Release to lights'], rank: ['优先级', 'Priority'] },
  details: { count: int(['任务数', 'Tasks']), priority: int(['优先级', 'Priority']) },
}) // biome-ignore format: columns of a kind a line

const path = entityPath(lightWave)
/** 下发到电子标签 @throws Fault notAllocated, nothingToLight */
export const wavesToLights = post(`${path}/toLights`, {
  title: ['下发到电子标签', 'Release to lights'],
  permission: entityPermission(lightWave, 'start'),
  input: seenMany,
  output: bulkAnswer,
})
/** 优先级: of all of its light tasks that are open. @throws Fault noOpenTasks */
export const rankWaves = post(`${path}/priority`, {
  title: ['优先级', 'Priority'],
  permission: entityPermission(lightWave, 'run'),
  input: seenMany.extend({ input: z.object({ priority: z.number().int().min(0).max(99) }).optional() }),
  output: bulkAnswer,
})
