import { choice, date, flag, qty, ref } from '@lading/contract/kernel/field.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { countOf, unitText } from '@lading/contract/mdm/units.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import { putAwayMethods } from '@lading/contract/wms/scheme.ts'
import { tryPutAway } from '@lading/contract/wms/schemeCalls.ts'
import { Alert } from 'antd'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { FormShape } from '../../kernel/form/shape.ts'
import type { Row } from '../../kernel/records.ts'
import { showCases } from '../../platform/bill/caseEntry.ts'
import { RuleOutcomes } from '../../platform/ruleTable/RuleOutcomes.tsx'
import { TryOut } from '../../platform/ruleTable/TryOut.tsx'
import { grouped } from '../../ui/numbers.ts'
import { CaseQty } from './tryControls.tsx'

type Answer = z.output<typeof tryPutAway.output>

const needed = { required: true } as const
const facts = {
  productId: ref(['商品', 'Product'], 'mdm.product', needed),
  qpcId: ref(['规格', 'Pack'], 'mdm.productQpc'),
  ownerId: ref(['货主', 'Owner'], 'wms.owner', needed),
  stockType: choice(['库存类型', 'Stock type'], stockTypes, { required: true, initial: 'GOOD' }),
  qty: qty(['数量', 'Quantity'], needed),
  expireDate: date(['到期日期', 'Expiry date']),
  pallet: flag(['整托一起放', 'All on one pallet']),
}
const shape: FormShape = {
  controls: { qty: CaseQty },
  where: { qpcId: ({ productId }) => (typeof productId === 'string' ? { productId } : undefined) },
}

/** Where goods would be put away by the rules as they are now: by those of the scheme that serves them. */
export const PutAwayTry = ({ of, onClose }: { of?: Row | undefined; onClose: () => void }) => (
  <TryOut
    call={tryPutAway}
    facts={facts}
    of={of}
    shape={shape}
    // Each fact has been checked by its field.
    input={(given) => given as z.input<typeof tryPutAway.input>}
    onClose={onClose}
  >
    {(answer) => <Result answer={answer} />}
  </TryOut>
)

function Result({ answer }: { answer: Answer }) {
  const t = useText()
  const { scheme, targets, rest, refused } = answer
  const size = parseQty(answer.qpc)
  const amount = (base: string) => {
    const cases = size > 1000n ? showCases(base, { qpc: size, mid: size }) : ''
    return countOf(grouped(base), t(unitText(answer.baseUnit))) + (cases && ` (${cases})`)
  }
  const asked = new Map([...targets, ...refused].map((r) => [r.seq, r.method] as const).sort(([a], [b]) => a - b))
  const rows = [...asked].map(([seq, method], i) => {
    const got = targets.filter((r) => r.seq === seq).map((r) => `${r.bin} · ${amount(r.qty)}`)
    const why = new Set(refused.filter((r) => r.seq === seq).map((r) => t(r.why)))
    return { no: i + 1, name: `${seq} ${t(putAwayMethods[method])}`, fires: got.length > 0, got, why: [...why] }
  })
  return (
    <>
      <p>
        {t(['适用方案', 'Scheme'])}:{' '}
        <b>{scheme ? `${scheme.code} ${scheme.name}` : t(['无（按标准规则）', 'none (standard rules apply)'])}</b>
      </p>
      {Number(rest) > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t(['{qty} 无可用货位', 'No bin available for {qty}'], { qty: amount(rest) })}
        />
      )}
      <RuleOutcomes rows={rows} />
      {answer.refusedCount > refused.length && (
        <p className="muted">
          {t(['共{all}条，只列出前{n}条', 'Showing the first {n} of {all}'], {
            all: answer.refusedCount,
            n: refused.length,
          })}
        </p>
      )}
    </>
  )
}
