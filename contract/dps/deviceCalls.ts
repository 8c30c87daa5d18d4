import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { type AnyEntity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, date, int, qty, text } from '../kernel/field.ts'
import { valueSchema, wordSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { controller, tag, tagKinds } from './equipment.ts'
import { deviceEvent, dpsException, light } from './light.ts'
import { jobpoint } from './line.ts'
import { dpsPick, dpsTask, taskPoint } from './task.ts'

/** 批量新增标签: the nodes of a bus from one to another. Those that are there already stay as they are. */
export const makeTags = post(`${entityPath(tag)}/createMany`, {
  title: ['批量新增标签', 'Create tags'],
  permission: entityPermission(tag, 'create'),
  input: z
    .object({
      controllerId: id,
      bus: z.number().int().min(1).max(2).default(1),
      from: z.number().int().min(1).max(250),
      to: z.number().int().min(1).max(250),
      kind: z.enum(Object.keys(tagKinds) as [keyof typeof tagKinds]),
      digits: z.number().int().min(1).max(6),
    })
    .refine((i) => i.from <= i.to, { path: ['to'] }),
  output: z.object({ made: z.number(), kept: z.number() }),
})

const deviceKinds = {
  CONFIRM: ['确认键', 'Confirm'],
  SHORT: ['缺货键', 'Shortage'],
  KEY: ['功能键', 'Key'],
  SCAN: ['扫描', 'Scan'],
  NO_RESPONSE: ['无响应', 'No answer'],
  MALFUNCTION: ['故障', 'Malfunction'],
  LOCKED: ['按键卡住', 'Key stuck'],
  ILLEGAL: ['指令无效', 'Not understood'],
  RESET: ['已重启', 'Restarted'],
  STATUS: ['状态', 'State'],
} as const satisfies Record<string, Text>
const words = z.string().nullable()
const heard = z.object({
  id,
  rxAt: z.string(),
  controller: z.string(),
  kind: z.string(),
  tag: words,
  node: z.number(),
  qty: z.number().nullable(),
  outcome: z.string(),
  shown: words,
  operator: words,
  product: words,
  bin: words,
  task: words,
  container: words,
  why: words,
  raw: words,
})
export type Heard = z.output<typeof heard>
const its = deviceEvent.fields
const word = (zh: string, en: string) => text([zh, en])
/** What was told, with what it was about; goods and people that the reader may not see are not named. */
export const heardEvents: AnyEntity = {
  ...deviceEvent,
  fields: {
    rxAt: its.rxAt,
    kind: choice(its.kind.title, deviceKinds, { required: true }),
    tag: code(['标签', 'Tag']),
    qty: its.qty,
    outcome: its.outcome,
    shown: qty(['显示数量', 'Shown']),
    operator: word('作业人', 'Operator'),
    product: word('商品', 'Product'),
    bin: code(['货位', 'Bin']),
    container: code(['周转箱', 'Container']),
    task: code(['任务', 'Task']),
    why: its.why,
    controller: code(['控制器', 'Controller']),
    node: its.node,
    raw: its.raw,
  },
}
/** So many of the newest are told at once. */
export const heardMax = 200
const events = z.object({ events: z.array(heard), isCut: z.boolean() })

/** 实时: what a controller told last. */
export const eventsOf = get(`${entityPath(controller)}/events`, {
  title: ['设备事件', 'Device events'],
  permission: entityPermission(controller, 'view'),
  input: z.object({ id }),
  output: events,
  reads: [controller.key, jobpoint.key],
})

const day = valueSchema(date(['日期', 'Day'], { required: true })) as z.ZodType<string>
/** 日志: who pressed what, by container, tag or days of the organisation's clock. Without any it is the day before now. */
export const searchEvents = get(`${entityPath(dpsException)}/events`, {
  title: ['查询设备事件', 'Search device events'],
  permission: entityPermission(dpsException, 'view'),
  input: z.object({
    container: wordSchema(64).optional(),
    tag: wordSchema(64).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  output: events,
  reads: [dpsException.key, jobpoint.key],
})

/** How a light is told of in the story of its task. */
export const toldLights: AnyEntity = {
  ...light,
  fields: {
    sentAt: light.fields.sentAt,
    tag: code(['标签', 'Tag'], { required: true }),
    purpose: light.fields.purpose,
    state: light.fields.state,
    qty: light.fields.qty,
    words: light.fields.words,
    colour: light.fields.colour,
    style: light.fields.style,
    point: code(['作业点', 'Job point'], { required: true }),
    operator: word('作业人', 'Operator'),
    closedAt: light.fields.closedAt,
  },
}
export const toldPoints: AnyEntity = {
  ...taskPoint,
  fields: {
    seq: taskPoint.fields.seq,
    point: code(['作业点', 'Job point'], { required: true }),
    state: taskPoint.fields.state,
    colour: taskPoint.fields.colour,
    operator: word('作业人', 'Operator'),
    open: int(['未完成行数', 'Lines open']),
    arrivedAt: taskPoint.fields.arrivedAt,
    litAt: taskPoint.fields.litAt,
    doneAt: taskPoint.fields.doneAt,
  },
}
export const toldPicks: AnyEntity = {
  ...dpsPick,
  fields: {
    seq: dpsPick.fields.seq,
    product: word('商品', 'Product'),
    state: dpsPick.fields.state,
    bin: code(['货位', 'Bin'], { required: true }),
    tag: code(['标签', 'Tag']),
    point: code(['作业点', 'Job point']),
    planQty: dpsPick.fields.planQty,
    doneQty: dpsPick.fields.doneQty,
    shortQty: dpsPick.fields.shortQty,
    operator: word('作业人', 'Operator'),
    by: dpsPick.fields.by,
    closedAt: dpsPick.fields.closedAt,
  },
}
const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
/** What there is to tell of a task: where it has work, its picks, its lights, and what was pressed of them. */
export const storyOfTask = get(`${entityPath(dpsTask.header)}/story`, {
  title: ['作业过程', 'Story of a task'],
  permission: entityPermission(dpsTask.header, 'view'),
  input: z.object({ id }),
  output: z.object({
    points: z.array(row),
    picks: z.array(row),
    lights: z.array(row),
    events: z.array(heard),
  }),
  reads: [dpsTask.header.key, jobpoint.key],
})
