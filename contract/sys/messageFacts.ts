import type { Text } from '../kernel/text.ts'
import type { MessageKind } from './message.ts'

/** One argument of a kind of message: how it is called where it stands by itself, and what one looks like. */
export interface MessageFact {
  /** Left out: it only helps to say the sentence. */
  readonly title?: Text
  readonly example: Text
}

const by: MessageFact = { title: ['操作人', 'By'], example: ['王小明', 'Wang Xiaoming'] }
const ip: MessageFact = { title: ['来源地址', 'From address'], example: ['203.0.113.7', '203.0.113.7'] }
const task: MessageFact = { title: ['任务号', 'Task'], example: ['JH2611260012', 'JH2611260012'] }
const no: MessageFact = { title: ['单号', 'Number'], example: ['PD2611260003', 'PD2611260003'] }
const file: MessageFact = { title: ['文件', 'File'], example: ['商品.xlsx', 'products.xlsx'] }
const said: MessageFact = { title: ['原因', 'Reason'], example: ['连接超时', 'the connection timed out'] }
const job: MessageFact = { title: ['定时任务', 'Job'], example: ['库存快照', 'Stock snapshot'] }
const centre: MessageFact = { title: ['物流中心', 'Logistics centre'], example: ['华东物流中心', 'East centre'] }
const trip: MessageFact = { title: ['派车单', 'Trip'], example: ['PC2611280007', 'PC2611280007'] }
const truck: MessageFact = { title: ['车辆', 'Truck'], example: ['沪A31010', '沪A31010'] }
const site: MessageFact = { title: ['地点', 'Place'], example: ['人民路店', 'People’s Road store'] }
const moment: MessageFact = { title: ['时间', 'At'], example: ['11-28 13:05', '11-28 13:05'] }
const abnormal: MessageFact = { title: ['异常', 'Abnormal'], example: ['YC2611280003', 'YC2611280003'] }
const what: MessageFact = { title: ['说明', 'What happened'], example: ['预计晚到25分钟', '25 minutes behind'] }
const jobEn: MessageFact = { example: ['Stock snapshot', 'Stock snapshot'] }

/**
 * What kinds of messages tell, beside their sentences: a mail's table. In English `jobEn` stands for `job`. Kept apart from
 * the sentences, which the client has from its first page on.
 */
export const messageFacts: Readonly<Record<MessageKind, Readonly<Record<string, MessageFact>>>> = {
  TOKEN_REUSE: { ip },
  PASSWORD_RESET: { by },
  SECOND_FACTOR_RESET: { by },
  RECOVERY_CODE: { ip, left: { title: ['剩余恢复码', 'Codes left'], example: ['7', '7'] } },
  STOCK_CHECK: {
    org: centre,
    count: { title: ['不符处数', 'Differences'], example: ['3', '3'] },
  },
  TASK_ASSIGNED: { task, by: { ...by, title: ['指派人', 'Assigned by'] } },
  SHORT_PICK: {
    task,
    product: { title: ['商品', 'Product'], example: ['矿泉水550ml', 'Water 550 ml'] },
    qty: { title: ['缺少数量', 'Short'], example: ['6', '6'] },
    by: { ...by, title: ['报告人', 'Reported by'] },
  },
  COUNT_DIFFERS: { no, bins: { title: ['差异货位数', 'Bins that differ'], example: ['4', '4'] } },
  LOT_EXPIRY: {
    org: centre,
    owner: { title: ['货主', 'Owner'], example: ['华联超市', 'Hualian stores'] },
    count: { title: ['批次数', 'Lots'], example: ['5', '5'] },
    near: { title: ['临期', 'Near expiry'], example: ['3', '3'] },
    stopped: { title: ['禁售', 'Stop-sale'], example: ['1', '1'] },
    expired: { title: ['已过期', 'Expired'], example: ['1', '1'] },
  },
  NO_AGREEMENT: {
    no,
    party: { title: ['对象', 'Party'], example: ['承运商', 'Carrier'] },
    partyEn: { example: ['Carrier', 'Carrier'] },
  },
  AUTO_PAUSED: {
    rule: { title: ['规则', 'Rule'], example: ['门店订单自动分配', 'Allocate store orders'] },
    problem: said,
  },
  EXPORT_DONE: { file, rows: { title: ['行数', 'Rows'], example: ['1280', '1280'] } },
  REPORT_SENT: {
    file,
    rows: { title: ['行数', 'Rows'], example: ['1280', '1280'] },
    until: { title: ['可下载至', 'Until'], example: ['2026-12-07 08:00', '2026-12-07 08:00'] },
    to: { title: ['接收方', 'Sent to'], example: ['partner@example.com', 'partner@example.com'] },
  },
  EXPORT_FAILED: { file, message: said },
  IMPORT_DONE: {
    file,
    created: { title: ['新增', 'New'], example: ['1260', '1260'] },
    updated: { title: ['更新', 'Changed'], example: ['20', '20'] },
    wrong: { title: ['错误行数', 'Rows with errors'], example: ['0', '0'] },
  },
  IMPORT_CHECKED: {
    file,
    rows: { title: ['行数', 'Rows'], example: ['1280', '1280'] },
    good: { title: ['可导入', 'Can be imported'], example: ['1280', '1280'] },
  },
  IMPORT_FAILED: { file, message: said },
  JOB_FAILED: { job, jobEn, message: said },
  JOB_SLOW: { job, jobEn, minutes: { title: ['用时（分钟）', 'Minutes'], example: ['42', '42'] } },
  PLAN_QUOTA: {
    unit: { title: ['配额', 'Quota'], example: ['中心月', 'Centre months'] },
    unitEn: { example: ['Centre months', 'Centre months'] },
    percent: { title: ['已用（%）', 'Used (%)'], example: ['80', '80'] },
    balance: { title: ['余额', 'Balance'], example: ['7.2', '7.2'] },
  },
  PLAN_TERM: {
    what: { title: ['期限', 'Term'], example: ['试用', 'Trial'] },
    whatEn: { example: ['Trial', 'Trial'] },
    days: { title: ['剩余天数', 'Days left'], example: ['7', '7'] },
    day: { title: ['截止日期', 'Until'], example: ['2026-12-06', '2026-12-06'] },
  },
  APPROVAL: { no, by: { ...by, title: ['制单人', 'Made by'] } },
  TRIP_RELEASED: { no: trip, truck, at: moment, stops: { title: ['站点数', 'Stops'], example: ['8', '8'] } },
  TRIP_DEPARTED: { no: trip, truck, site, at: moment },
  TRIP_ARRIVED: { no: trip, truck, site, at: moment },
  TRIP_ABNORMAL: {
    no: abnormal,
    kind: { title: ['异常类型', 'Kind'], example: ['延误', 'Delay'] },
    kindEn: { example: ['Delay', 'Delay'] },
    trip: { title: ['派车单', 'Trip'], example: ['PC2611280007', 'PC2611280007'] },
    what,
  },
  ABNORMAL_ASSIGNED: { by: { ...by, title: ['指派人', 'Assigned by'] }, no: abnormal, what },
  APP_VERSION: {
    app: { title: ['应用', 'App'], example: ['手持终端', 'Handheld'] },
    version: { title: ['版本', 'Version'], example: ['2.4.0', '2.4.0'] },
  },
  TEST: {
    by,
    type: { title: ['消息类型', 'Kind'], example: ['有任务指派给您', 'You have been assigned a task'] },
    typeEn: { example: ['You have been assigned a task', 'You have been assigned a task'] },
  },
}
