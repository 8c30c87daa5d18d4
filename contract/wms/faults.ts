import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of the warehouse: 4223x stock, 4224x bins and containers, 4225x tasks, 4226x bills, 4227x scans, 4228x masters. */
export const wmsFaults = {
  pushedOther: refusal(
    40960,
    '上游单号[{no}]已有单据[{bill}]，但内容不同：请先核对，或换一个上游单号',
    'Upstream no. [{no}] is already used by order [{bill}], with different content: compare them, or use another number',
  ),
  stockShort: refusal(
    42230,
    '库存不足：商品[{code}]货位[{bin}]可用{avail}，需要{need}',
    'Not enough stock: product [{code}] in bin [{bin}] has {avail} available, {need} needed',
  ),
  reservationGone: refusal(42231, '占用已变化，请刷新后重试', 'The reservation has changed: refresh and try again'),
  notOwners: refusal(42232, '商品[{code}]不属于货主[{owner}]', 'Product [{code}] does not belong to owner [{owner}]'),
  lotMismatch: refusal(42233, '批次与商品或货主不符', 'The lot belongs to other goods or another owner'),
  piecesShort: refusal(
    42235,
    '个数不足：商品[{code}]货位[{bin}]账面{avail}个，需要{need}个，请核对个数',
    'Not enough pieces: product [{code}] in bin [{bin}] has {avail} on record, {need} needed: count again',
  ),
  qtyNotPositive: refusal(42234, '数量必须大于0', 'The quantity must be greater than 0'),
  tooMuch: refusal(
    42236,
    '单据合计超出范围：数量应小于10^15，金额应小于10^14',
    'The totals are out of range: quantities must stay below 10^15, amounts below 10^14',
  ),
  notWhole: refusal(
    42237,
    '商品[{code}]不是称重商品，数量应为整数，不能是{qty}',
    'Product [{code}] is not sold by weight: its quantity must be whole, not {qty}',
  ),
  binLocked: refusal(42240, '货位[{bin}]已锁定：{reason}', 'Bin [{bin}] is locked: {reason}'),
  binDisabled: refusal(42241, '货位[{bin}]已停用', 'Bin [{bin}] is disabled'),
  binMix: refusal(42242, '货位[{bin}]不允许混放', 'Bin [{bin}] does not allow mixed goods'),
  binFull: refusal(42243, '货位[{bin}]容量不足', 'Bin [{bin}] does not have enough room'),
  binUsage: refusal(
    42244,
    '货位[{bin}]用途为[{usage}]，不能作为目标',
    'Bin [{bin}] is used for [{usage}] and cannot be the target',
  ),
  containerState: refusal(
    42245,
    '容器[{code}]当前状态为[{state}]，不能{action}',
    'Container [{code}] has status [{state}]: {action} is not possible',
  ),
  tooHeavy: refusal(
    42227,
    '容器[{code}]最多承重{most}kg，装入后为{is}kg：请换一个容器',
    'Container [{code}] carries at most {most} kg and would hold {is} kg: take another container',
  ),
  tooBig: refusal(
    42228,
    '容器[{code}]最多容纳{most}m³，装入后为{is}m³：请换一个容器',
    'Container [{code}] has room for {most} m³ and would hold {is} m³: take another container',
  ),
  taskTaken: refusal(42250, '任务[{no}]已被[{user}]领取', 'Task [{no}] has already been taken by [{user}]'),
  tooManyTasks: refusal(42252, '未完成任务已达上限{n}个', 'You already have {n} open tasks, which is the limit'),
  inHand: refusal(
    42253,
    '存在已取未放的明细，请先放回或完成',
    'You still have goods in hand: put them back or put them down first',
  ),
  noPickUp: refusal(
    42222,
    '该任务一次确认即可，不需先取货',
    'This task takes one confirmation: there is no separate pick-up',
  ),
  notInHand: refusal(42223, '该明细没有已取未放的货物', 'Nothing of this line is in hand'),
  started: refusal(42254, '任务已开始执行，不能取消', 'The task has begun and cannot be cancelled'),
  suspended: refusal(42255, '任务被挂起：{reason}', 'The task is suspended: {reason}'),
  lineDone: refusal(42256, '该明细已完成', 'This line is done'),
  overPlan: refusal(42257, '实际数量{real}不能大于计划数量{plan}', '{real} is more than the {plan} planned'),
  needReason: refusal(42258, '数量不足时必须选择原因', 'A shortage needs a reason'),
  movedOn: refusal(42259, '货物已发生后续移动，不能撤销', 'The goods have moved on: this cannot be undone'),
  noTask: refusal(42260, '{why}', '{why}'),
  hasWork: refusal(
    42261,
    '单据已有作业，不能作废，请使用终止',
    'Work has begun on this order: use Stop instead of Cancel',
  ),
  openTask: refusal(
    42262,
    '存在进行中的任务[{no}]，请先完成或放弃',
    'Task [{no}] is in progress: finish it or hand it back first',
  ),
  upstream: refusal(42263, '上游单据不能删除，只能作废', 'An order from upstream cannot be deleted, only cancelled'),
  expired: refusal(42264, '订单已过有效期{d}', 'The order was valid until {d}'),
  nothingToDo: refusal(42265, '没有可作业的明细', 'There are no lines left to work on'),
  overReceipt: refusal(42266, '超收{over}：最多还可收{max}', '{over} too many: at most {max} can come'),
  notOrdered: refusal(42267, '商品不在订货单中', 'This product is not on the order'),
  dateRefused: refusal(42268, '{reason}', '{reason}'),
  tooOld: refusal(
    42269,
    '剩余效期{d}天低于允收{n}天，需主管放行',
    'Remaining shelf life {d} days, minimum {n}: a supervisor must approve',
  ),
  containerElsewhere: refusal(
    42246,
    '容器[{code}]已不在此处，请刷新后重试',
    'Container [{code}] is no longer here: refresh and try again',
  ),
  unknownCode: refusal(42270, '条码[{code}]无法识别', 'Barcode [{code}] is not recognised'),
  wrongBin: refusal(
    42271,
    '扫描货位[{scan}]与指令货位[{bin}]不一致',
    'You scanned bin [{scan}]; the task says bin [{bin}]',
  ),
  wrongProduct: refusal(
    42272,
    '扫描商品[{scan}]与指令商品[{product}]不一致',
    'You scanned product [{scan}]; the task says product [{product}]',
  ),
  wrongContainer: refusal(42273, '容器[{c}]不属于装车单[{no}]', 'Container [{c}] does not belong to shipment [{no}]'),
  notLoaded: refusal(42274, '仍有{n}个容器未装车', 'Containers not loaded yet: {n}'),
  overweight: refusal(42275, '超载：{w}kg>{max}kg', 'Overloaded: {w} kg > {max} kg'),
  openDiffs: refusal(
    42276,
    '存在未处理的拣货差异{n}条，请先处理单据[{no}]',
    'Open short picks: {n}. Resolve order [{no}] first',
  ),
  noTarget: refusal(42277, '无可用货位', 'No bin available'),
  loadNotDone: refusal(42278, '装车未完成，不能发运', 'Loading is not finished: the truck cannot leave'),
  storeDisabled: refusal(42279, '门店已停用', 'The store is disabled'),
} as const satisfies Record<string, Refusal>
