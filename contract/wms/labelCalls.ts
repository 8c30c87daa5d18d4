import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { type LabelState, labelEx, labelExceptions, labelStates, pickLabel } from './pickLabel.ts'
import { shortReasons } from './taskTypes/pick.ts'

const path = entityPath(pickLabel)
const exPath = entityPath(labelEx)
const run = entityPermission(pickLabel, 'run')
const scan = z.string().trim().min(1).max(64)
const reason = z.string().trim().min(1).max(200)
const shortReason = z.enum(Object.keys(shortReasons) as [keyof typeof shortReasons])

export const labelCard = z.object({
  id: z.string(),
  labelNo: z.string(),
  taskId: z.string(),
  seq: z.number(),
  state: z.enum(Object.keys(labelStates) as [LabelState]),
  product: z.object({ code: z.string(), name: z.string() }),
  bin: z.string().nullable(),
  store: z.object({ code: z.string(), name: z.string() }).nullable(),
  qty: z.string(),
  cases: z.string(),
  caseNo: z.number(),
  caseCount: z.number(),
  printCount: z.number(),
  exceptionCode: z.enum(Object.keys(labelExceptions) as [keyof typeof labelExceptions]).nullable(),
})
export type LabelCard = z.infer<typeof labelCard>

const sheet = z.object({
  task: z.object({
    id: z.string(),
    taskNo: z.string(),
    state: z.string(),
    assignee: z.string().nullable(),
    store: z.object({ code: z.string(), name: z.string() }).nullable(),
    /** How many cases its labels are for, and how far and how long it takes, as far as that is known. */
    cases: z.string(),
    walkM: z.number().nullable(),
    seconds: z.number().nullable(),
  }),
  labels: z.array(labelCard),
})
export type LabelSheet = z.infer<typeof sheet>

/** What somebody has taken and not finished, each with its labels. */
export const takenLabels = get(`${path}/taken`, {
  title: ['在手标签', 'Labels in hand'],
  permission: entityPermission(pickLabel, 'view'),
  input: z.object({ badge: z.string().max(64).optional() }),
  output: z.object({ worker: z.object({ id: z.string(), name: z.string() }), sheets: z.array(sheet) }),
})
/** 领取: a whole label sheet by the number at its head, or labels from one to another. */
export const obtainLabels = post(`${path}/obtain`, {
  title: ['领取标签', 'Take labels'],
  permission: run,
  input: z.object({
    /** Of the picker: user name or work number; without it who is logged in. */
    badge: z.string().trim().max(64).optional(),
    scan,
    to: scan.optional(),
  }),
  output: z.object({ sheets: z.array(sheet) }),
})
/** One label: its case is in the container. */
export const confirmLabel = post(`${path}/confirm`, {
  title: ['扫描标签', 'Scan a label'],
  permission: run,
  input: z.object({ label: scan, toContainer: z.string().trim().max(64).optional() }),
  output: sheet,
})
/** 完成: all that was taken at once, by the last label or the count; what was not picked is named. */
export const finishLabels = post(`${path}/finish`, {
  title: ['完成标签', 'Finish labels'],
  permission: run,
  input: z.object({
    taskId: id,
    last: scan.optional(),
    count: z.number().int().min(0).max(100_000).optional(),
    short: z
      .array(z.object({ id, reason: shortReason }))
      .max(2_000)
      .default([]),
    toContainer: z.string().trim().max(64).optional(),
  }),
  output: sheet,
})
/** 退回: labels of which none has been used go back to all. */
export const returnLabels = post(`${path}/giveBack`, {
  title: ['退回标签', 'Return labels'],
  permission: run,
  input: z.object({ taskId: id }),
  output: sheet,
})

/** A label by its number, with what may be done about it. */
export const findLabel = get(`${exPath}/find`, {
  title: ['扫描标签', 'Scan a label'],
  permission: entityPermission(labelEx, 'view'),
  input: z.object({ label: scan }),
  output: labelCard.extend({ taskNo: z.string(), taskState: z.string(), assignee: z.string().nullable() }),
})
const about = (verb: 'short' | 'replace' | 'move' | 'surplus' | 'void', action: 'run' | 'print' | 'cancel') => ({
  path: `${exPath}/${verb}`,
  title: pickLabel.verbs[verb] ?? ([verb, verb] as const),
  permission: entityPermission(labelEx, action),
})
const done = z.object({ id: z.string(), labelNo: z.string() })
const { path: shortPath, ...shortOf } = about('short', 'run')
export const shortLabel = post(shortPath, {
  ...shortOf,
  input: z.object({ label: scan, shortReason, reason }),
  output: done,
})
const { path: movePath, ...moveOf } = about('move', 'run')
export const moveLabel = post(movePath, {
  ...moveOf,
  input: z.object({ label: scan, toContainer: scan, reason }),
  output: done,
})
const plain = (verb: 'replace' | 'surplus' | 'void', action: 'run' | 'print' | 'cancel') => {
  const { path: at, ...of } = about(verb, action)
  return post(at, { ...of, input: z.object({ label: scan, reason }), output: done })
}
/** The new label, to be printed next. */
export const replaceLabel = plain('replace', 'print')
export const surplusLabel = plain('surplus', 'run')
export const voidLabel = plain('void', 'cancel')

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })
/** Refusals of labels: 42477 to 42489. */
export const labelFaults = {
  onlyByStore: refusal(
    42477,
    '标签拣货只能用摘果模式：每张标签属于一个门店',
    'Picking by labels works by store only: each label is one store’s',
  ),
  notByLabel: refusal(42478, '任务[{no}]不是标签拣货任务', 'Task [{no}] is not picked by labels'),
  notPrinted: refusal(42479, '标签[{no}]尚未打印，不能领取', 'Label [{no}] has not been printed: it cannot be taken'),
  noneOpen: refusal(42480, '任务[{no}]没有可领取的标签', 'Task [{no}] has no labels to take'),
  undeclared: refusal(
    42481,
    '还有{n}张标签未拣，请先申报缺货：[{no}]',
    '{n} {n|label was|labels were} not picked: report {n|it|them} short first: [{no}]',
  ),
  labelDone: refusal(42482, '标签[{no}]已完成，请走拣货差异', 'Label [{no}] is done: settle it as a short pick'),
  notTaken: refusal(42483, '标签[{no}]尚未领取', 'Label [{no}] has not been taken yet'),
  notOfTask: refusal(42484, '标签[{label}]不属于任务[{no}]', 'Label [{label}] is not of task [{no}]'),
  needEnd: refusal(
    42485,
    '请扫描最后一张标签，或输入实拣张数',
    'Scan the last label, or enter how many labels were picked',
  ),
  labelsUsed: refusal(
    42486,
    '任务[{no}]已有标签完成，不能退回',
    'Labels of task [{no}] have been used: it cannot be returned',
  ),
  noSuchBadge: refusal(42487, '工牌[{badge}]不是本中心的在用人员', 'Badge [{badge}] belongs to nobody of this centre'),
  tooMany: refusal(42489, '实拣{n}张多于任务的标签{m}张', 'You picked {n} labels, but the task has only {m}'),
  isClosed: refusal(
    42488,
    '标签[{no}]状态为[{state}]，不能{action}',
    'Label [{no}] is [{state}]: {action} is not possible',
  ),
} as const satisfies Record<string, Refusal>
