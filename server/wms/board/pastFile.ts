import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { stockDimensions } from '@lading/contract/wms/board.ts'
import { pastFaults, type pastFile, pastFileMost, queryPast } from '@lading/contract/wms/pastStock.ts'
import { bizTypes } from '@lading/contract/wms/stock.ts'
import type { z } from 'zod'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import type { OutColumn } from '../../platform/sheet/rows.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { sheetTypes, writeWorkbook } from '../../platform/sheet/write.ts'
import { pastStock } from './past.ts'

type Question = z.output<typeof pastFile.input>
type Answer = z.output<typeof queryPast.output>

const isBizType = (type: string): type is keyof typeof bizTypes => Object.hasOwn(bizTypes, type)
const plain = (qty: string): string => formatQty(parseQty(qty))

/**
 * 收发存 as a workbook: one sheet of all groups, and one of why goods came and went when a stretch is asked for. Codes and
 * names stand in columns of their own, so that a pivot table finds them.
 * @throws Fault tooMany beyond {@link pastFileMost} rows, and what {@link pastStock} refuses
 */
export async function pastWorkbook(request: OutsideRequest, q: Question): Promise<FileAnswer> {
  const { org, answer } = await request.perform(
    async (ctx) => ({ org: ctx.org, answer: await pastStock(ctx, { ...q, page: 1, pageSize: pastFileMost }) }),
    { read: true },
  )
  const total = answer.total ?? 0
  if (total > pastFileMost) refuse(pastFaults.tooMany, { n: String(total), most: String(pastFileMost) })
  const t = (text: Text): string => say(text, request.origin.language)
  const isStretch = q.from !== undefined
  const at = showInstant({ org }, new Date(answer.at))
  const data = await writeWorkbook([
    {
      name: t(queryPast.title),
      columns: [...q.groupBy.flatMap((d) => named(t(stockDimensions[d]), t)), ...figures(isStretch, t)],
      rows: answer.records.map((g) => [
        ...q.groupBy.flatMap((d) => [g.refs[d]?.code ?? g.keys[d] ?? '', g.refs[d]?.name ?? '']),
        ...(isStretch ? [plain(g.openQty), plain(g.cameQty), plain(g.wentQty)] : []),
        plain(g.closeQty),
        g.unit,
        g.closeCases,
        at,
      ]),
    },
    ...(isStretch ? [kindsOf(answer, t)] : []),
  ])
  return { name: `${t(queryPast.title)}_${at.replace(/\D/g, '')}.xlsx`, type: sheetTypes.xlsx, data }
}

type Say = (text: Text) => string
const named = (title: string, t: Say): OutColumn[] => [
  { title: `${title}${t(['代码', ' code'])}` },
  { title: `${title}${t(['名称', ' name'])}` },
]
const figures = (isStretch: boolean, t: Say): OutColumn[] => [
  ...(isStretch
    ? [
        { title: t(['期初', 'Opening']), numeric: true },
        { title: t(['收入', 'In']), numeric: true },
        { title: t(['发出', 'Out']), numeric: true },
      ]
    : []),
  { title: isStretch ? t(['期末', 'Closing']) : t(['当时库存', 'Stock then']), numeric: true },
  { title: t(['单位', 'Unit']) },
  { title: t(['件数', 'Cases']) },
  { title: t(['截止时间', 'Up to']) },
]

const kindsOf = ({ types }: Answer, t: Say) => ({
  name: t(['按业务类型', 'By type']),
  columns: [
    { title: t(['业务类型', 'Type']) },
    { title: t(['收入', 'In']), numeric: true },
    { title: t(['发出', 'Out']), numeric: true },
    { title: t(['笔数', 'Postings']), numeric: true },
  ],
  rows: types.map((k) => [
    isBizType(k.bizType) ? t(bizTypes[k.bizType]) : k.bizType,
    k.cameQty === null ? null : plain(k.cameQty),
    k.wentQty === null ? null : plain(k.wentQty),
    String(k.postings),
  ]),
})
