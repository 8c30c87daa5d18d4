import type { Refusal } from '../kernel/fault.ts'

const fault = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })
export const reportFaults = {
  none: fault(40421, '没有报表[{path}]', 'There is no report [{path}]'),
  forbidden: fault(40321, '您没有访问该报表的权限', 'You do not have permission for this report'),
  param: fault(42840, '参数[{param}]不正确', 'Parameter [{param}] is not valid'),
  days: fault(
    42841,
    '日期范围最多{max}天，请缩小范围',
    'A date range can span at most {max} days: choose a shorter one',
  ),
  tooMany: fault(42842, '结果超过{max}行，请增加筛选条件或导出', 'More than {max} rows: narrow the filters, or export'),
  noField: fault(43750, '没有字段[{field}]', 'There is no field [{field}]'),
} as const

/** Why a grid cannot be laid out, by what the engine calls it. */
export const sheetFaultsOfReports = {
  circle: fault(43751, '单元格[{cell}]的父格形成循环', 'The parents of cell [{cell}] go round in a circle'),
  noParent: fault(
    43752,
    '单元格[{cell}]的父格[{parent}]不扩展',
    'Cell [{cell}] repeats with [{parent}], which does not expand',
  ),
  apart: fault(
    43753,
    '第{line}行（列）中[{a}]与[{b}]互不包含，请设置父格',
    'In row or column {line}, [{a}] and [{b}] do not contain each other: set a parent',
  ),
  torn: fault(
    43754,
    '随[{cell}]扩展的行（列）不相邻',
    'The rows or columns that repeat with [{cell}] do not stand together',
  ),
  noSet: fault(43755, '单元格[{cell}]的数据集不存在', 'The data set of cell [{cell}] does not exist'),
  noField: fault(
    43756,
    '单元格[{cell}]的字段[{field}]不在数据集中',
    'The field [{field}] of cell [{cell}] is not in its data set',
  ),
  formula: fault(43757, '单元格[{cell}]的公式无法识别：{at}', 'The formula of cell [{cell}] is not understood: {at}'),
  loop: fault(43758, '单元格[{cell}]的公式循环引用', 'The formula of cell [{cell}] asks for itself'),
  tooLarge: fault(43759, '报表超过{most}个单元格，请缩小范围', 'The report has more than {most} cells: narrow it'),
  outside: fault(43760, '单元格[{cell}]在表格之外', 'Cell [{cell}] lies outside the sheet'),
} as const

/** Of reports that a tenant draws. */
export const customReportFaults = {
  published: fault(43761, '已发布报表请先下线', 'Take the report offline first'),
  offline: fault(43762, '报表已下线', 'The report is offline'),
  notPublished: fault(43763, '报表[{name}]未发布', 'The report [{name}] is not published'),
  unsound: fault(43764, '报表校验未通过：{list}', 'The report did not pass its check: {list}'),
  noModel: fault(43765, '数据模型[{model}]不存在', 'There is no model [{model}]'),
  noDraft: fault(43766, '报表还没有内容，请先设计', 'The report has no content yet: design it first'),
  required: fault(43767, '请填写参数[{param}]', 'Parameter [{param}] is required'),
  noVersion: fault(43768, '没有版本{no}', 'There is no version {no}'),
  otherKind: fault(43770, '报表[{name}]的内容与类型不符', 'The content of the report [{name}] is not of its kind'),
  grantEmpty: fault(43769, '授权须选择角色或用户', 'A grant names a role or a user'),
} as const

/** Of reports that somebody has made again and again. */
export const planFaults = {
  tooMany: fault(
    43771,
    '每人最多订阅{max}个报表，请先取消不再需要的',
    'Nobody has more than {max} subscriptions: end one that is not needed',
  ),
  none: fault(43772, '没有这个订阅', 'There is no such subscription'),
  noFigure: fault(43776, '报表中没有可预警的指标[{figure}]', 'The report has no figure [{figure}] to watch'),
  notFor: fault(
    43777,
    '所选用户不存在，或在当前组织不能导出此报表',
    'Somebody chosen does not exist, or may not export this report in this organisation',
  ),
  notPlanned: fault(
    43778,
    '只有订阅任务可以按订阅生成报表',
    'Only the job of subscriptions makes a report as subscribed',
  ),
  maySend: fault(
    43779,
    '您没有向外部发送报表的权限',
    'You do not have permission to send reports outside the enterprise',
  ),
  noWay: fault(
    43780,
    '尚未设置系统访问地址或邮件服务，不能向外部发送',
    'Nothing can be sent outside until the address of the system and its mail are set up',
  ),
  noRobot: fault(43781, '所选机器人不存在或已停用', 'A robot that was chosen does not exist, or is turned off'),
  off: fault(
    43773,
    '连续{n}次未能生成，订阅已停用',
    'It could not be made {n} times in a row: the subscription is off',
  ),
} as const

/** Of parameters that a reader keeps under a name. */
export const presetFaults = {
  tooMany: fault(
    43774,
    '一个报表最多保存{max}个参数方案，请先删除不用的',
    'A report has at most {max} presets: delete one that is not needed',
  ),
  none: fault(43775, '没有这个参数方案', 'There is no such preset'),
} as const
