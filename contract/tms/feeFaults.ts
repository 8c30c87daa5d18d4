import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why an agreement, a fee or a settlement is not taken. */
export const feeFaults = {
  tiers: refusal(
    43600,
    '阶梯区间不连续：规则{seq}应从0开始、首尾相接、最后一段不封顶，如 0-10:5;10-50:4.5;50-:4',
    'The tiers of rule {seq} have gaps: they begin at 0, join, and the last is open, as 0-10:5;10-50:4.5;50-:4',
  ),
  noPrice: refusal(43601, '规则{seq}没有单价', 'Rule {seq} has no price'),
  notForParty: refusal(
    43602,
    '规则{seq}的计费依据【{basis}】不适用于{party}',
    'Rule {seq}: [{basis}] is no basis for a {party}',
  ),
  bounds: refusal(43603, '规则{seq}的最低收费大于最高收费', 'The minimum of rule {seq} is above its maximum'),
  noRules: refusal(43604, '协议【{no}】没有计费规则', 'Agreement [{no}] has no rules'),
  validity: refusal(43605, '有效期止不能早于有效期起', 'It ends before it begins'),
  overlap: refusal(43606, '与协议【{no}】有效期重叠', 'It is valid at the same time as agreement [{no}]'),
  revised: refusal(
    43607,
    '新版生效日期须在原协议有效期内且晚于生效日（{from}至{to}）',
    'The new version begins within the validity of the old one ({from} to {to}), after its first day',
  ),
  noCentre: refusal(43608, '请选择运输中心', 'Name the transport centre'),
  noImport: refusal(43609, '请在运输中心导入', 'Import it in the transport centre'),
  noParty: refusal(43610, '请选择{party}', 'Name the {party}'),
  unpriced: refusal(
    43611,
    '费用单【{no}】未找到有效协议，请维护协议后重新计费',
    'Charge [{no}] has no valid agreement: keep one and rate it again',
  ),
  settled: refusal(43612, '费用单已结算，不能作废', 'The charge has been settled and cannot be cancelled'),
  taken: refusal(
    43613,
    '费用单【{no}】已在结算单中，请先移出',
    'Charge [{no}] is on a settlement: take it off there first',
  ),
  closedPeriod: refusal(43614, '{day}已关账（关至{to}），不能新增费用', '{day} is closed: books are closed up to {to}'),
  otherTrip: refusal(43615, '派车单【{no}】不是该{party}的', 'Trip [{no}] is not of this {party}'),
  notOver: refusal(43616, '派车单【{no}】尚未完成，不能计费', 'Trip [{no}] is not over yet: it cannot be rated'),
  tripSettled: refusal(
    43617,
    '派车单【{no}】的费用已进入结算，不能重新打开',
    'The money of trip [{no}] is on a settlement: it cannot be opened again',
  ),
  noFees: refusal(43620, '该期间没有可结算的费用', 'There is nothing to settle in this period'),
  tooMany: refusal(
    43621,
    '该期间的费用超过{max}条，请缩短期间',
    'More than {max} charges in this period: take a shorter one',
  ),
  period: refusal(43622, '期间止不能早于期间起', 'The period ends before it begins'),
  adjustRight: refusal(43623, '调整超过±2%，需要审核权限', 'To adjust by more than 2 % needs the right to approve'),
  negative: refusal(
    43624,
    '应结金额为负（{net}），请移出费用或调整后再提交',
    'The net amount is negative ({net}): take charges off or adjust it',
  ),
  notBySubmitter: refusal(43625, '不能审核自己提交的单据', 'Who submitted it cannot approve it'),
  invoice: refusal(
    43626,
    '开票金额与应结金额不一致：{invoice}/{net}',
    'The invoice differs from the net amount: {invoice} against {net}',
  ),
  overpaid: refusal(43627, '付款金额超过未付金额：{amount}/{open}', 'More than is open: {amount} of {open}'),
  noAmount: refusal(43628, '金额必须大于0', 'The amount has to be above 0'),
  voucherUsed: refusal(43629, '凭证号【{no}】已登记', 'Voucher [{no}] has been registered already'),
  noVoucher: refusal(43630, '没有凭证号为【{no}】的付款', 'There is no payment with voucher [{no}]'),
  unpaid: refusal(43631, '尚有{open}未付，不能关闭', '{open} is still open: it cannot be closed'),
  invoiced: refusal(43632, '已开票，不能作废', 'It has been invoiced and cannot be cancelled'),
  notInPeriod: refusal(
    43633,
    '费用单【{no}】不是本单对象的待结费用',
    'Charge [{no}] is no confirmed charge of this party that waits to be settled',
  ),
  lastLine: refusal(43634, '至少保留一条费用，否则请作废', 'At least one charge stays: else cancel the settlement'),
  closing: refusal(43635, '关账日期不能晚于昨天', 'Books can be closed up to yesterday'),
  closesDrafts: refusal(43636, '{to}及以前还有{n}条未确认的费用', '{n} charges up to {to} are not confirmed yet'),
  notOwnDriver: refusal(
    43694,
    '派车单【{no}】由外部承运商的司机执行，费用请与承运商结算',
    'Trip [{no}] is driven by a carrier’s driver: his expenses are settled with the carrier',
  ),
  claimedBefore: refusal(
    43807,
    '本趟已有相同金额的报销【{no}】，请确认不是同一张票据',
    'The same has been claimed for this trip already [{no}]: make sure that this is another receipt',
  ),
  noReceipt: refusal(43695, '请拍摄票据照片', 'Take a photo of the receipt'),
  notOut: refusal(43696, '派车单【{no}】{state}，不能报销', 'Trip [{no}] is {state}: nothing can be claimed for it'),
  manyExpenses: refusal(
    43697,
    '派车单【{no}】已报销{max}笔，请联系调度',
    'For trip [{no}] {max} expenses have been claimed: ask the dispatcher',
  ),
  photoStays: refusal(
    43698,
    '费用单【{no}】已确认，票据照片不能删除',
    'Charge [{no}] has been confirmed: its photos stay',
  ),
  /** What a carrier's own file lacks. */
  fileColumns: refusal(
    43800,
    '文件中没有找到单号列（派车单、运单或费用单）和金额列，请检查表头',
    'The file names no column of numbers (trip, waybill or charge) with one of amounts: look at its headings',
  ),
  fileAmounts: refusal(
    43801,
    '第{rows}行的金额不是数字，请修改后重新核对',
    'The amounts of these rows are no numbers: {rows}. Mend them and compare again',
  ),
  freightSum: refusal(
    43802,
    '各部分合计{sum}与约定运费{amount}不一致',
    'The parts add up to {sum}, and {amount} was agreed upon',
  ),
  freightOwn: refusal(
    43803,
    '派车单【{no}】没有外部承运商，不能约定运费',
    'Trip [{no}] has no carrier from outside: no freight is agreed upon',
  ),
  freightBooked: refusal(
    43804,
    '{kind}已生成费用单【{no}】，请先作废再修改',
    'The part [{kind}] is charge [{no}] already: void it first',
  ),
  freightTwice: refusal(43805, '{kind}只能有一笔', 'There can be one part [{kind}]'),
  freightCancelled: refusal(
    43806,
    '派车单【{no}】已取消，不能约定运费',
    'Trip [{no}] has been cancelled: no freight is agreed upon',
  ),
  sameSeq: refusal(
    43808,
    '同一费用有多条规则的顺序为{seq}，请改为不同的顺序',
    'More than one rule of a charge has the order {seq}: give each its own',
  ),
  storeDays: refusal(
    43809,
    '请选择昨天及以前的日期，一次最多{max}天',
    'Choose days up to yesterday, at most {max} at a time',
  ),
  reopened: refusal(43637, '提前关账日期必须填写原因', 'To open closed books again needs a reason'),
} as const satisfies Record<string, Refusal>
