import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of counting: 42650 to 42662. */
export const takeFaults = {
  binInTake: refusal(42650, '货位[{bin}]已在盘点单[{no}]中', 'Bin [{bin}] is already in stock count [{no}]'),
  noBins: refusal(42651, '没有符合条件的货位', 'No bins match'),
  sameCounter: refusal(42652, '复盘人不能与初盘人相同', 'A recount must be done by somebody else'),
  uncounted: refusal(42653, '还有{n}种账面商品未清点：{goods}', 'Goods on record are not counted yet ({n}): {goods}'),
  emptyUnsaid: refusal(42654, '请确认货位为空', 'Confirm that the bin is empty'),
  held: refusal(
    42655,
    '货位[{bin}]存在占用{r}，请先处理相关任务[{task}]，或重盘',
    'Bin [{bin}] has {r} reserved for [{task}]: settle that first, or count again',
  ),
  outOfScope: refusal(42656, '[{code}]不在本次盘点范围内', '[{code}] is not part of this stock count'),
  ownerUnclear: refusal(
    42657,
    '商品[{code}]有多个货主，请选择货主',
    'Product [{code}] has several owners: choose whose it is',
  ),
  elsewhere: refusal(
    42658,
    '容器[{code}]登记在[{bin}]，请先移库',
    'Container [{code}] is recorded at [{bin}]: move it in the system first',
  ),
  notCounting: refusal(
    42660,
    '盘点单[{no}]不在盘点中，不能录入',
    'Stock count [{no}] is not being counted: nothing can be entered',
  ),
  notHere: refusal(
    42662,
    '盘点人员中有人已停用或不在本仓，请修改',
    'Somebody of the counters is disabled or does not work in this centre: change them',
  ),
  notCounted: refusal(
    42668,
    '[{type}]不可盘点，请更正库存类型或略过',
    '[{type}] is not counted: choose another stock type, or leave it out',
  ),
  noneChosen: refusal(42661, '请选择要重盘的差异货位', 'Choose bins that differ'),
} as const satisfies Record<string, Refusal>
