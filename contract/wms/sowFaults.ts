import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of sorting: 42670 to 42689. */
export const sowFaults = {
  positionTwice: refusal(42670, '播种位重复[{what}]', 'Sorting position or store [{what}] is given twice'),
  positionTaken: refusal(
    42671,
    '货位[{bin}]已属于播种方案[{scheme}]',
    'Bin [{bin}] is already a position of sorting scheme [{scheme}]',
  ),
  notSowBin: refusal(42672, '货位[{bin}]的用途不是分播位', 'The usage of bin [{bin}] is not sorting'),
  needScheme: refusal(
    42673,
    '播种拣货的分区必须选择播种方案',
    'A pick area that picks in batches needs a sorting scheme',
  ),
  schemeUsed: refusal(42674, '拣货分区[{area}]正在使用该播种方案', 'Pick area [{area}] uses this sorting scheme'),
  notFree: refusal(
    42675,
    '播种位[{bin}]正被门店[{store}]使用',
    'Sorting position [{bin}] is in use for store [{store}]',
  ),
  noPosition: refusal(42676, '请扫描空闲的播种位', 'Scan a free sorting position'),
  notAPosition: refusal(42677, '货位[{bin}]不是该方案的播种位', 'Bin [{bin}] is not a position of this sorting scheme'),
  otherPick: refusal(
    42678,
    '容器[{code}]正被其他批拣任务使用',
    'Container [{code}] is being filled by another batch pick',
  ),
  toBeSown: refusal(
    42679,
    '已批拣的商品已转播种任务，请在播种任务中处理',
    'The goods have gone on to sorting: continue with the sorting task',
  ),
  mustSow: refusal(
    42680,
    '批拣容器中的商品已分配给门店，播种任务不能取消；请挂起或转交他人',
    'The goods in the batch container belong to stores, so sorting cannot be cancelled: suspend it or hand it over',
  ),
} as const
