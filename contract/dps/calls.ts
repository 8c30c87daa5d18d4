import { z } from 'zod'
import { bulkAnswer, get, id, post, seen, seenMany } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { qtyText, wordSchema } from '../kernel/schema.ts'
import { controller, lightColours, tag } from './equipment.ts'
import { dpsException, lightStates } from './light.ts'
import { jobpoint, line } from './line.ts'
import { dasPickTask, dpsPick, dpsPickTask, dpsTask } from './task.ts'

const code = wordSchema(64)
const right = (of: Parameters<typeof entityPermission>[0], action: string) => entityPermission(of, action as never)
const pointPath = entityPath(jobpoint)
const taskPath = entityPath(dpsTask.header)
const pickPath = entityPath(dpsPick)
const runs = right(dpsTask.header, 'run')

/** 开放, 暂停, 关闭 of lines and points: what is lit stays lit until it is confirmed; nothing new is lit. */
const running = (of: typeof jobpoint | typeof line, verb: string, title: readonly [string, string], action: string) =>
  post(`${entityPath(of)}/${verb}`, { title, permission: right(of, action), input: seenMany, output: bulkAnswer })
export const openPoints = running(jobpoint, 'open', ['开放', 'Open'], 'start')
export const pausePoints = running(jobpoint, 'pause', ['暂停', 'Pause'], 'stop')
export const closePoints = running(jobpoint, 'close', ['关闭', 'Close'], 'stop')
export const openLines = running(line, 'open', ['运行', 'Open'], 'start')
export const pauseLines = running(line, 'pause', ['暂停', 'Pause'], 'stop')

/** 登录作业点: who presses there from now on. Nothing is lit for nobody. */
export const signOn = post(`${pointPath}/signOn`, {
  title: ['登录作业点', 'Sign on'],
  permission: right(jobpoint, 'run'),
  input: z.object({
    pointCode: code,
    colour: z.enum(Object.keys(lightColours) as [keyof typeof lightColours]).optional(),
  }),
  output: z.object({ id, code: z.string(), name: z.string() }),
})
export const signOff = post(`${pointPath}/signOff`, {
  title: ['离开作业点', 'Sign off'],
  permission: right(jobpoint, 'run'),
  input: z.object({ pointCode: code }),
  output: z.object({}),
})

const told = z.object({ taskId: id, billNo: z.string() })
/** 到达: a container was scanned at a point; an empty one is bound to the line's next task, at a cart to one of its positions. */
export const arriveAt = post(`${taskPath}/arrive`, {
  title: ['扫描周转箱', 'Scan a container'],
  permission: runs,
  /** The number of a position, or its tag's code; left out: the first that is free. */
  input: z.object({ pointCode: code, containerCode: code, position: code.optional() }),
  output: told.extend({ position: z.number().optional() }),
})
/** 拣货车扫描: a bin or goods that the cart's containers want are lit; a container is put on the cart. */
export const scanAtCart = post(`${taskPath}/cart`, {
  title: ['拣货车扫描', 'Scan at a cart'],
  permission: runs,
  input: z.object({ pointCode: code, code }),
  output: z.object({
    position: z.number().nullable(),
    billNo: z.string().nullable(),
    bin: z.string().nullable(),
    product: z.string().nullable(),
    qty: z.string().nullable(),
  }),
})
/** 播种: goods of a batch container were scanned; every position that wants them lights. */
export const inductAt = post(`${taskPath}/induct`, {
  title: ['扫描商品', 'Scan goods'],
  permission: runs,
  input: z.object({ taskId: id, goods: code }),
  output: told.extend({ product: z.string(), qty: z.string() }),
})
/** 完成: the container goes on. */
export const completeAt = post(`${taskPath}/complete`, {
  title: ['完成作业点', 'Complete a point'],
  permission: runs,
  input: z.object({ pointCode: code, taskId: id.optional() }),
  output: z.object({}),
})
/** 箱满换箱 */
export const fullTask = post(`${taskPath}/full`, {
  title: ['箱满换箱', 'Container full'],
  permission: runs,
  input: z.object({ taskId: id }),
  output: z.object({ id, billNo: z.string() }),
})
/** 优先级 */
export const rankTasks = post(`${taskPath}/priority`, {
  title: ['优先级', 'Priority'],
  permission: right(dpsTask.header, 'update'),
  input: seenMany.extend({ input: z.object({ priority: z.number().int().min(0).max(99) }).optional() }),
  output: bulkAnswer,
})

const confirmed = z.object({ pickId: id, qty: qtyText, isShort: z.boolean().default(false) })
/** 手工确认: by hand what a tag would have told: the same comparison decides who was first. */
export const confirmPickByHand = post(`${pickPath}/confirm`, {
  title: ['手工确认', 'Confirm by hand'],
  permission: right(dpsPickTask, 'run'),
  input: confirmed,
  output: z.object({ id }),
})
/** 重亮 */
export const relightPicks = post(`${pickPath}/relight`, {
  title: ['重亮', 'Light again'],
  permission: right(dpsPickTask, 'run'),
  input: seenMany,
  output: bulkAnswer,
})
/** The same of what is put at its store's position, for who may sort. */
export const confirmSowByHand = post(`${entityPath(dasPickTask)}/confirm`, {
  title: ['手工确认', 'Confirm by hand'],
  permission: right(dasPickTask, 'run'),
  input: confirmed,
  output: z.object({ id }),
})
export const relightSows = post(`${entityPath(dasPickTask)}/relight`, {
  title: ['重亮', 'Light again'],
  permission: right(dasPickTask, 'run'),
  input: seenMany,
  output: bulkAnswer,
})

/** What a tag shows now, as a rack on the screen draws it. */
const shown = z.object({
  tagId: id,
  code: z.string(),
  bus: z.number(),
  node: z.number(),
  kind: z.string(),
  digits: z.number(),
  health: z.string(),
  bin: z.string().nullable(),
  /** Of a cart: the number of its position, and the container that stands there. */
  position: z.number().nullable(),
  box: z.string().nullable(),
  jobpointId: id.nullable(),
  isSimulated: z.boolean(),
  light: z
    .object({
      id,
      taskId: id,
      pickId: id.nullable(),
      purpose: z.string(),
      qty: z.string().nullable(),
      words: z.string().nullable(),
      colour: z.string().nullable(),
      style: z.string(),
      state: z.enum(Object.keys(lightStates) as [keyof typeof lightStates]),
      product: z.string().nullable(),
      container: z.string().nullable(),
    })
    .nullable(),
})
export type Shown = z.output<typeof shown>

/** A bin on a cart's way: the goods that its containers want from there, and how many of it in all. */
const stop = z.object({
  bin: z.string(),
  goods: z.array(z.object({ code: z.string(), name: z.string(), qty: z.string(), boxes: z.number() })),
})
export type CartStop = z.output<typeof stop>
/** 货架: every tag of a line with what it shows. */
export const rackOf = get(`${entityPath(line)}/rack`, {
  title: ['货架', 'Rack'],
  permission: right(jobpoint, 'view'),
  /** Left out: the first line. */
  input: z.object({ lineId: id.optional() }),
  output: z.object({
    lines: z.array(z.object({ id, code: z.string(), name: z.string() })),
    lineId: id.nullable(),
    points: z.array(
      z.object({
        id,
        code: z.string(),
        name: z.string(),
        state: z.string(),
        operators: z.array(z.string()),
        waiting: z.number(),
        /** Whether the reader is signed on there. */
        isMine: z.boolean(),
        /** Of a cart: where it stands, the bin that is next in walking order, and how many are left. */
        cart: z.object({ now: stop.nullable(), next: stop.nullable(), stops: z.number() }).nullable(),
      }),
    ),
    tags: z.array(shown),
    controllers: z.array(z.object({ id, code: z.string(), driver: z.string(), state: z.string() })),
  }),
  reads: [jobpoint.key, dpsTask.header.key],
})

export type RackData = z.output<typeof rackOf.output>

/** What is to be done at a device; it is done by whoever speaks to its controller. */
export const commandTags = post(`${entityPath(tag)}/command`, {
  title: ['设备指令', 'Device command'],
  permission: right(tag, 'run'),
  input: z.object({ ids: z.array(id).min(1).max(500), verb: z.enum(['ADDRESS', 'LAMP', 'RESET']) }),
  output: z.object({ sent: z.number() }),
})
export const commandController = post(`${entityPath(controller)}/command`, {
  title: ['控制器指令', 'Controller command'],
  permission: right(controller, 'run'),
  input: z.object({ id, verb: z.enum(['ASK', 'RELIGHT']) }),
  output: z.object({ sent: z.number() }),
})
/** What somebody in front of a simulated rack would do, or what would go wrong with it. @throws Fault notSimulated */
export const simulate = post(`${entityPath(controller)}/simulate`, {
  title: ['模拟操作', 'Simulate'],
  permission: right(jobpoint, 'run'),
  input: z.object({
    controllerId: id.optional(),
    tagId: id.optional(),
    verb: z.enum(['PRESS', 'SHORT', 'CALL', 'DEAD', 'ALIVE', 'HELD', 'FREE', 'CUT', 'AUTO', 'HAND']),
    /** What the tag is changed to before its key is pressed. */
    qty: z.number().int().min(0).max(999_999).optional(),
  }),
  output: z.object({ sent: z.number() }),
})
/** 替换标签: another address takes the place of a tag that is broken; its bin, its picks and its lights stay. */
export const replaceTag = post(`${entityPath(tag)}/replace`, {
  title: ['替换标签', 'Replace a tag'],
  permission: right(tag, 'update'),
  input: seen.extend({ byId: id }),
  output: seen,
})

/** 处理异常 */
export const handleExceptions = post(`${entityPath(dpsException)}/handle`, {
  title: ['处理', 'Handled'],
  permission: right(dpsException, 'run'),
  input: seenMany,
  output: bulkAnswer,
})
