import { entity } from '../kernel/entity.ts'
import { choice, code, instant, int, qty, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { lightColours } from './equipment.ts'

export const lightStates = {
  CONFIRMED: ['已确认', 'Confirmed'],
  SHORTED: ['报缺货', 'Short'],
  CANCELLED: ['已撤销', 'Withdrawn'],
  QUEUED: ['待发送', 'Queued'],
  LIT: ['亮灯', 'Lit'],
} as const satisfies Record<string, Text>

/** 亮灯: one showing of a pick, or of what a display or a completer says, on one tag. */
export const light = entity('dps', 'light', {
  title: ['亮灯', 'Light'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'taskId',
  fields: {
    purpose: choice(
      ['用途', 'Purpose'],
      { PICK: ['拣货', 'Pick'], ORDER: ['订单', 'Order'], DONE: ['完成', 'Complete'], LANE: ['巷道', 'Lane'] },
      { required: true },
    ),
    taskId: ref(['任务', 'Task'], 'dps.task', { required: true }),
    pickId: ref(['拣货明细', 'Pick'], 'dps.pick', {}),
    jobpointId: ref(['作业点', 'Job point'], 'dps.jobpoint', { required: true }),
    controllerId: ref(['控制器', 'Controller'], 'dps.controller', { required: true }),
    tagId: ref(['标签', 'Tag'], 'dps.tag', { required: true }),
    qty: qty(['数量', 'Quantity']),
    words: text(['文字', 'Text'], { max: 12 }),
    colour: choice(['颜色', 'Colour'], lightColours, {}),
    style: choice(
      ['样式', 'Style'],
      { STEADY: ['常亮', 'Steady'], BLINK: ['闪烁', 'Blinking'], RECHECK: ['请核对', 'Check the tote'] },
      { required: true, initial: 'STEADY' },
    ),
    operatorId: ref(['作业人', 'Operator'], 'sys.user', { loose: true }),
    state: choice(['状态', 'State'], lightStates, { required: true }),
    sentAt: instant(['发送', 'Sent at']),
    closedAt: instant(['关闭', 'Closed at']),
    /** When its tag was told to be dark, or went dark by its own key; until then it still shows what is over. */
    darkAt: instant(['熄灭', 'Dark at']),
  },
  actions: [],
})

export const outcomes = {
  APPLIED: ['已生效', 'Applied'],
  DUPLICATE: ['重复', 'Again'],
  ORPHAN: ['无对应亮灯', 'No light'],
  QTY_MISMATCH: ['数量不符', 'Other quantity'],
  RAISED: ['已报异常', 'Raised'],
  INFO: ['信息', 'Noted'],
} as const satisfies Record<string, Text>

/** 设备事件: what tags told, as it came. Nothing of it is ever changed. */
export const deviceEvent = entity('dps', 'event', {
  title: ['设备事件', 'Device event'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    controllerId: ref(['控制器', 'Controller'], 'dps.controller', { required: true, loose: true, filter: true }),
    epoch: int(['连接序号', 'Epoch'], { required: true }),
    rxSeq: int(['接收序号', 'Number'], { required: true }),
    kind: code(['事件', 'Event'], { required: true, max: 16, filter: true }),
    bus: int(['总线', 'Bus'], { required: true, initial: 1 }),
    node: int(['节点', 'Node'], { required: true, filter: true }),
    qty: int(['数量', 'Quantity']),
    raw: text(['原始数据', 'Raw'], { max: 600 }),
    rxAt: instant(['接收时间', 'Heard at'], { required: true, filter: true }),
    lightId: ref(['亮灯', 'Light'], 'dps.light', { loose: true }),
    userId: ref(['作业人', 'Operator'], 'sys.user', { loose: true }),
    outcome: choice(['结果', 'Outcome'], outcomes, { required: true, filter: true }),
    why: text(['说明', 'Why'], { max: 200 }),
  },
  unique: [['controllerId', 'epoch', 'rxSeq']],
  appendOnly: true,
  actions: [],
  sort: '-id',
})

export const exceptionKinds = {
  NO_RESPONSE: ['标签无响应', 'Tag does not answer'],
  MALFUNCTION: ['标签故障', 'Tag is broken'],
  LOCKED: ['按键卡住', 'Key is stuck'],
  QTY_MISMATCH: ['数量不符', 'Other quantity'],
  SHORTAGE: ['缺货', 'Shortage'],
  LEFT_BEHIND: ['有灯未拣', 'Left behind'],
  WRONG_POINT: ['走错作业点', 'Wrong point'],
  UNKNOWN_CONTAINER: ['未知周转箱', 'Unknown container'],
  NOT_BOOKED: ['未能记账', 'Not booked'],
  CONTROLLER_OFFLINE: ['控制器离线', 'Controller offline'],
  CALL: ['呼叫主管', 'Supervisor called'],
} as const satisfies Record<string, Text>
export type ExceptionKind = keyof typeof exceptionKinds

/** 异常: what somebody has to look at. One that has a cause of its own closes when that is gone. */
export const dpsException = entity('dps', 'exception', {
  title: ['异常', 'Exception'],
  module: 'device.monitor',
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    kind: choice(['类型', 'Kind'], exceptionKinds, { required: true, filter: true }),
    state: choice(
      ['状态', 'Status'],
      { OPEN: ['待处理', 'Open'], CLOSED: ['已关闭', 'Closed'] },
      { required: true, filter: true, initial: 'OPEN' },
    ),
    words: text(['说明', 'What'], { max: 200 }),
    jobpointId: ref(['作业点', 'Job point'], 'dps.jobpoint', { loose: true, filter: true }),
    taskId: ref(['任务', 'Task'], 'dps.task', { loose: true }),
    pickId: ref(['拣货明细', 'Pick'], 'dps.pick', { loose: true }),
    tagId: ref(['标签', 'Tag'], 'dps.tag', { loose: true }),
    controllerId: ref(['控制器', 'Controller'], 'dps.controller', { loose: true }),
    handlerId: ref(['处理人', 'Handled by'], 'sys.user', { loose: true }),
    closedAt: instant(['关闭时间', 'Closed at']),
    times: int(['次数', 'Times'], { required: true, initial: 1 }),
  },
  list: ['kind', 'state', 'words', 'jobpointId', 'tagId', 'controllerId', 'taskId', 'times', 'handlerId', 'closedAt'],
  label: { code: 'kind', name: 'kind' },
  sort: '-id',
  found: false,
  actions: ['run', 'export'],
  verbs: { handle: ['处理', 'Handled'] },
})
