import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why goods may not be processed like this: 43450–43465. */
export const processFaults = {
  circle: refusal(43450, '配方存在循环引用：{path}', 'The recipes go round in a circle: {path}'),
  bomBusy: refusal(
    43451,
    '加工任务[{no}]尚未完成，配方[{bom}]不能停用',
    'Processing task [{no}] is not finished: recipe [{bom}] cannot be disabled',
  ),
  bomOff: refusal(43452, '配方[{bom}]未生效，不能加工', 'Recipe [{bom}] is not in force'),
  bomDay: refusal(
    43453,
    '配方[{bom}]在{day}无效：有效期{from}至{to}',
    'Recipe [{bom}] is not valid on {day}: it is from {from} to {to}',
  ),
  newer: refusal(
    43454,
    '配方[{bom}]已有生效的版本{edition}，请先停用',
    'Version {edition} of recipe [{bom}] is in force: disable it first',
  ),
  lacking: refusal(43455, '库存不足，不能加工：{list}', 'Not enough stock to process: {list}'),
  overUse: refusal(
    43456,
    '商品[{p}]实际耗用超出配方{pct}%，需审核',
    'More of product [{p}] was used than the recipe says, by {pct} %: it must be approved',
  ),
  underUse: refusal(
    43457,
    '商品[{p}]实际耗用低于配方{pct}%，需审核',
    'Less of product [{p}] was used than the recipe says, by {pct} %: it must be approved',
  ),
  overYield: refusal(
    43458,
    '商品[{p}]产出{real}多于配方的{plan}',
    'Product [{p}]: {real} came out, the recipe gives {plan} at most',
  ),
  underYield: refusal(
    43464,
    '商品[{p}]产出低于配方{pct}%，需审核',
    'Less of product [{p}] came out than the recipe says, by {pct} %: it must be approved',
  ),
  notProcessBin: refusal(
    43459,
    '货位[{bin}]的用途是[{usage}]，请选择加工位',
    'Bin [{bin}] is used for [{usage}]: choose a processing bin',
  ),
  onlyReal: refusal(
    43460,
    '加工任务[{no}]已下发，只能填写实际数量、到期日与备注',
    'Processing task [{no}] has begun: only actual quantities, expiry and notes can be entered',
  ),
  allSupplied: refusal(43461, '原料已全部占用，不需补领', 'All components are reserved already'),
  dates: refusal(43462, '有效期止不能早于有效期起', 'The recipe would end before it begins'),
  outDate: refusal(
    43463,
    '成品到期日{day}晚于最早到期的原料{least}',
    'Expiry {day} is later than that of the components, {least}',
  ),
} as const satisfies Record<string, Refusal>
