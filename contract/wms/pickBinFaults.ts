import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why a pick face may not be changed like this. */
export const pickBinFaults = {
  noFace: refusal(
    42732,
    '第{line}行：请填写原拣货位或新拣货位',
    'Line {line}: enter the pick face, the new one, or both',
  ),
  notFace: refusal(42733, '货位[{bin}]不是商品[{p}]的拣货位', 'Bin [{bin}] is no pick face of product [{p}]'),
  isFace: refusal(42734, '货位[{bin}]已是商品[{p}]的拣货位', 'Bin [{bin}] is a pick face of product [{p}] already'),
  nothing: refusal(
    42735,
    '第{line}行：拣货位不变时请填写最低或最高箱数',
    'Line {line}: the face stays, so enter its minimum or maximum cases',
  ),
  waited: refusal(
    42736,
    '拣货位[{bin}]存在待补占用，请待波次完成',
    'Orders wait for goods at pick face [{bin}]: wait until the wave is finished',
  ),
  twice: refusal(42737, '第{line}行与第{other}行重复', 'Lines {other} and {line} are about the same face'),
  begun: refusal(
    42719,
    '移库任务[{no}]已开始，不能作废',
    'Move task [{no}] has begun: the document cannot be cancelled',
  ),
} as const satisfies Record<string, Refusal>
