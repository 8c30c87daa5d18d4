import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why a position, an abnormal, an evaluation or a link is not taken. */
export const roadFaults = {
  deviceBound: refusal(
    43650,
    '设备【{d}】已绑定车辆【{p}】，请先解绑',
    'Device [{d}] is bound to truck [{p}]: unbind it there first',
  ),
  sourceOff: refusal(43651, '定位接口【{code}】不存在或已停用', 'Source [{code}] does not exist or is disabled'),
  unknownDevice: refusal(43652, '设备【{d}】未绑定车辆', 'Device [{d}] is bound to no truck'),
  fixEarly: refusal(43653, '定位时间晚于当前时间', 'The position lies in the future'),
  fixOld: refusal(43654, '定位时间超出保留期', 'The position is older than positions are kept'),
  wgsOnly: refusal(43655, '部标808设备的坐标系为WGS84', 'JT/T 808 devices send WGS-84'),
  noDuty: refusal(43660, '请选择责任方', 'Choose who is liable'),
  noParty: refusal(
    43661,
    '异常【{no}】找不到责任方对应的{party}，不能扣款',
    'Abnormal [{no}] names no {party} to deduct from',
  ),
  noAmount: refusal(43662, '异常【{no}】没有扣款金额', 'Abnormal [{no}] has no amount to deduct'),
  deducted: refusal(43663, '异常【{no}】已生成扣款', 'A deduction was made of abnormal [{no}] before'),
  noWayBill: refusal(43664, '异常【{no}】没有关联运单', 'Abnormal [{no}] is about no waybill'),
  nothingShort: refusal(
    43665,
    '运单【{no}】没有短少或拒收的货物，不能补送',
    'Of waybill [{no}] nothing is missing or refused: there is nothing to bring again',
  ),
  brought: refusal(43666, '异常【{no}】已生成补送运单', 'A waybill was made of abnormal [{no}] before'),
  noWarehouse: refusal(
    43667,
    '运单【{no}】不是仓库发运的，不能生成仓库差异',
    'Waybill [{no}] comes from no warehouse: there is no discrepancy to raise',
  ),
  rated: refusal(43670, '该站点已评价', 'This stop has been rated'),
  notOver: refusal(
    43671,
    '派车单【{no}】{state}，完成后才能评价',
    'Trip [{no}] is {state}: it is rated when it is over',
  ),
  otherStop: refusal(43673, '站点不属于该派车单', 'This stop is not on that trip'),
} as const satisfies Record<string, Refusal>
