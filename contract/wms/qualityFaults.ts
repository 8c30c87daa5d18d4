import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of inspection: 42444 to 42459 and 42462 to 42465. */
export const qualityFaults = {
  sum: refusal(
    42444,
    '合格数与不合格数之和应等于{q}（第{line}行）',
    'Accepted and rejected must add up to {q} (line {line})',
  ),
  moved: refusal(42445, '待检商品已移动，请核对', 'The goods to be inspected have been moved: please check'),
  noVerdict: refusal(42446, '第{line}行未判定', 'Line {line} has no verdict'),
  noResult: refusal(42447, '第{line}行的检验项[{item}]未填写', 'Line {line}: check [{item}] has no result'),
  mustReject: refusal(
    42448,
    '第{line}行{why}，只能让步接收或判为不合格',
    'Line {line}: {why}, so it can only be accepted as a concession or rejected',
  ),
  needReason: refusal(42449, '第{line}行有不合格或让步，须填写原因', 'Line {line} needs a reason'),
  contrary: refusal(42450, '第{line}行的判定与数量不符', 'Line {line}: the verdict does not match the quantities'),
  notByInspector: refusal(
    42451,
    '让步接收须由检验人以外的人判定',
    'A concession must be approved by somebody other than the inspector',
  ),
  notOfBill: refusal(
    42452,
    '质检单明细由收货生成，不能增减',
    'Lines come from receiving: none can be added or removed',
  ),
  begun: refusal(
    42453,
    '质检单[{no}]已开始检验，不能撤销收货',
    'Inspection [{no}] has begun: the receipt cannot be reversed',
  ),
  notQcBin: refusal(42454, '货位[{bin}]的用途不是待检位', 'The usage of bin [{bin}] is not inspection'),
  samples: refusal(
    42455,
    '抽样表须按批量递增，样本量不大于批量，接收数小于拒收数',
    'Sampling rows need rising lot sizes, samples within the lot, and acceptance numbers below rejection numbers',
  ),
  needSampling: refusal(42456, '抽检须有抽样表或抽检比例', 'Sampling needs a sampling table or a percentage'),
  needRange: refusal(42457, '检验项[{item}]的范围不正确', 'The range of check [{item}] is not valid'),
  needSkip: refusal(42458, '免检须同时填写连续合格批数和免检批数', 'Skipping needs both numbers of lots'),
  uninspected: refusal(
    42459,
    '任务[{no}]的商品待检，判定后自动释放',
    'The goods of task [{no}] await inspection: the verdict releases it',
  ),
  noPhoto: refusal(42462, '第{line}行的检验项[{item}]缺少照片', 'Line {line}: check [{item}] needs a photo'),
  noDocument: refusal(
    42463,
    '第{line}行的检验项[{item}]缺少证件，须填写证件号',
    'Line {line}: check [{item}] needs a document: enter its number',
  ),
  unknownItem: refusal(
    42464,
    '检验项[{item}]不在数据字典中，请从字典选择',
    'Check [{item}] is not in the dictionary: choose one that is',
  ),
  photoClosed: refusal(
    42465,
    '质检单[{no}]不在检验中，检验项的照片不能增减',
    'Inspection [{no}] is not under way: photos of its checks stay as they are',
  ),
} as const satisfies Record<string, Refusal>
