import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of container checks: 42769 to 42775, 42788, 42790 and 42793 to 42795. */
export const checkFaults = {
  unchecked: refusal(
    42769,
    '容器[{c}]未复核，不能装车：请先完成复核[{no}]',
    'Container [{c}] is not checked yet and cannot be loaded: finish check [{no}] first',
  ),
  differs: refusal(
    42770,
    '容器[{c}]复核有差异，不能装车：请先处理复核[{no}]',
    'Container [{c}] differs from the book and cannot be loaded: settle check [{no}] first',
  ),
  picker: refusal(
    42771,
    '您拣过容器[{c}]，须由其他人复核',
    'You have picked into container [{c}]: somebody else must check it',
  ),
  notOpen: refusal(42772, '复核[{no}]已结束', 'Check [{no}] is over'),
  nothingCounted: refusal(
    42773,
    '还没有清点任何商品：容器为空请确认',
    'Nothing has been counted: confirm that the container is empty',
  ),
  weightOff: refusal(
    42774,
    '重量偏差{d}g超出允许{t}g：请逐个清点',
    'The weight is off by {d} g, more than the {t} g allowed: count the goods',
  ),
  noWeight: refusal(
    42775,
    '容器[{c}]没有自重，或商品没有重量，不能称重复核',
    'Container [{c}] has no tare, or its goods have no weight: it cannot be checked by weighing',
  ),
  notFailed: refusal(42788, '复核[{no}]没有待处理的差异', 'Check [{no}] has no differences to settle'),
  notPicked: refusal(
    42790,
    '容器[{c}]里的[{code}]没有对应的拣货记录，请先用库存调整处理',
    'No pick is known for [{code}] in container [{c}]: correct the stock by an adjustment first',
  ),
  isChecked: refusal(42793, '容器[{c}]已有未结束的复核[{no}]', 'Container [{c}] has a check that is not over: [{no}]'),
  wrongBox: refusal(
    42794,
    '扫描的是[{scan}]，要复核的是容器[{c}]',
    'You scanned [{scan}]; the container to check is [{c}]',
  ),
  noLot: refusal(
    42795,
    '商品[{code}]没有任何批次，请先按库存增加登记后再处理',
    'Product [{code}] has no lot yet: record it as a stock increase first',
  ),
} as const satisfies Record<string, Refusal>
