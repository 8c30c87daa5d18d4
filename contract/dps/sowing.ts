import { z } from 'zod'
import { bulkAnswer, get, id, post, seenMany } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, computed, int, ref } from '../kernel/field.ts'
import { wordSchema } from '../kernel/schema.ts'
import { view } from '../kernel/view.ts'
import { container } from '../wms/container.ts'
import { dpsTask } from './task.ts'

export const destStates = { OPEN: ['使用中', 'Open'], FULL: ['已满', 'Full'] } as const

/** 播种格: which container stands at a position of a sorting line. One that is full takes nothing more, and its position waits for another. */
export const dest = entity('dps', 'dest', {
  title: ['播种格', 'Position'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    binId: ref(['分播位', 'Sorting bin'], 'wms.bin', { required: true }),
    containerId: ref(['播种箱', 'Container'], 'wms.container', { required: true }),
    state: choice(['状态', 'Status'], destStates, { required: true, initial: 'OPEN' }),
  },
  unique: [['binId']],
  actions: [],
})

const { code, state, binId, storeId, typeId, cases, weightKg, lastMoveAt, hold } = container.fields
// density: a position and its container are changed behind the locks of both, and shown where goods are scanned
/** 播种箱: containers that are being filled at the positions of sorting lines, or were and stand there still. */
export const sowContainer = view(container, 'dps', 'sowContainer', {
  title: ['播种箱', 'Sorting container'],
  module: 'sowing.container',
  fields: {
    code,
    ...{ state, binId, storeId },
    sowState: computed(choice(['播种', 'Sorting'], destStates, { filter: true })),
    sowTagId: computed(ref(['标签', 'Tag'], 'dps.tag')),
    sowPointId: computed(ref(['作业点', 'Job point'], 'dps.jobpoint', { filter: true })),
    sowLeft: computed(int(['待播行', 'Lines to put'])),
    ...{ cases, weightKg, lastMoveAt, typeId, hold },
  },
  list: ['code', 'storeId', 'binId', 'sowTagId', 'sowPointId', 'state', 'sowState', 'cases', 'weightKg', 'sowLeft', 'lastMoveAt'],
  form: [],
  sort: '-lastMoveAt',
  found: false,
  actions: ['run', 'export'],
  verbs: { ...container.verbs, full: ['箱满', 'Full'], open: ['换箱', 'Another container'] },
}) // biome-ignore format: columns of a kind a line

const path = entityPath(sowContainer)
const run = entityPermission(sowContainer, 'run')
/** 箱满: nothing more comes into them; what is still to be put there waits for another container. */
export const fullDests = post(`${path}/full`, {
  title: ['箱满', 'Full'],
  permission: run,
  input: seenMany,
  output: bulkAnswer,
})
/** 换箱: from now on goods of the store come into this container, which is empty or the store's own. @throws Fault notAPosition, noContainer */
export const openDest = post(`${path}/open`, {
  title: ['换箱', 'Another container'],
  permission: run,
  input: z.object({ binCode: wordSchema(64), containerCode: wordSchema(64) }),
  output: z.object({ binId: id, containerId: id }),
})

const goods = z.object({
  id,
  code: z.string(),
  name: z.string(),
  plan: z.string(),
  done: z.string(),
  short: z.string(),
  lit: z.number(),
})
const task = z.object({
  taskId: id,
  billNo: z.string(),
  container: z.string(),
  isHere: z.boolean(),
  goods: z.array(goods),
  now: z.string().nullable(),
})
export type SowTask = z.output<typeof task>
/** 到货播种: what is to be divided among stores, container by container, product by product. */
export const sowWork = get('/dps/api/sowing/work', {
  title: ['到货播种', 'Induction'],
  permission: 'dps:sowing.manufactureReceive:view',
  output: z.object({
    tasks: z.array(task),
    points: z.array(z.object({ code: z.string(), name: z.string(), isMine: z.boolean() })),
  }),
  reads: [dpsTask.header.key, 'dps.jobpoint'],
})
