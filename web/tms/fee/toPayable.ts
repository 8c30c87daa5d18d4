import { carrierFeeBill } from '@lading/contract/tms/feeBill.ts'
import { addFees } from '@lading/contract/tms/feeCalls.ts'
import { carrierPayableBill } from '@lading/contract/tms/settleBill.ts'
import { call, newKey } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import { queryRows, type Row } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { cents } from './columns.tsx'

const title = ['加入应付单', 'Put on a payable'] as const

/** The carrier's settlements that are still drafts, the newest first. */
const draftsOf = async (carrierId: string): Promise<readonly Row[]> =>
  (
    await queryRows(carrierPayableBill.header, {
      filter: { carrierId, state: ['DRAFT'] },
      orderBy: '-billNo',
      pageSize: 10,
    })
  ).records
const labelOf = (bill: Row): string =>
  `${bill.billNo}　${bill.periodFrom} – ${bill.periodTo}　${cents(String(bill.net))}`

/** 加入应付单: confirmed charges of one carrier onto his settlement that is still a draft. @returns whether they are on it */
export async function putOnPayable(rows: readonly Row[]): Promise<boolean> {
  const carriers = new Set(rows.map((r) => r.carrierId))
  const no = (why: readonly [string, string]): false => {
    notify('warn', sayNow(why))
    return false
  }
  if (carriers.size > 1) return no(['请选择同一承运商的费用单', 'Choose charges of one carrier'])
  if (rows.some((r) => r.state !== 'CONFIRMED' || r.settleId !== null))
    return no(['请只选择已确认且未结算的费用单', 'Choose confirmed charges that no settlement has'])
  try {
    const drafts = await draftsOf(String([...carriers][0]))
    const [first] = drafts
    if (!first) return no(['该承运商没有草稿应付单，请先生成应付单', 'This carrier has no draft: make a payable first'])
    const isOne = drafts.length === 1
    const chosen = await ask({
      title: isOne
        ? ['将{n}条费用加入应付单【{no}】？', 'Put {n} {n|charge|charges} on payable [{no}]?']
        : ['将{n}条费用加入哪张应付单？', 'On which payable are {n} {n|charge|charges} put?'],
      args: { no: first.billNo, n: rows.length },
      ok: title,
      ...(!isOne && { choices: drafts.map((bill) => ({ value: bill.id, label: labelOf(bill) })) }),
    })
    if (chosen === undefined) return false
    const bill = drafts.find((d) => d.id === chosen) ?? first
    const seen = { id: bill.id, version: bill.version, feeIds: rows.map((r) => r.id) }
    const { net } = await call(addFees.CARRIER, seen, { key: newKey() })
    notify(
      'good',
      sayNow(['已加入应付单【{no}】，应结金额{net}', 'On payable [{no}]: net {net}'], { no: bill.billNo, net }),
    )
    return true
  } catch (error) {
    report(error)
    return false
  } finally {
    await Promise.all([changed(carrierFeeBill.header), changed(carrierPayableBill.header)])
  }
}
