import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of replenishment: 42400 to 42406. */
export const replenishFaults = {
  notTransit: refusal(
    42400,
    '货位[{bin}]的用途不是补货中转位',
    'The usage of bin [{bin}] is not replenishment transit',
  ),
  noNeed: refusal(42401, '没有需要补货的拣货位', 'No pick face needs replenishment'),
  notOwners: refusal(
    42402,
    '第{line}行：商品[{p}]不属于该货主',
    'Line {line}: product [{p}] does not belong to this owner',
  ),
  twice: refusal(42403, '第{line}行与第{other}行重复', 'Lines {other} and {line} are about the same face'),
  tooMany: refusal(
    42404,
    '需要补货的拣货位超过{n}个，请按拣货分区分别建单',
    'More than {n} pick faces need replenishment: make one document for each pick area',
  ),
  noSource: refusal(42405, '存储位没有可用于补货的库存', 'There is no stock in storage to replenish these faces from'),
} as const satisfies Record<string, Refusal>
