import { askedFields, packChange } from '@lading/contract/mdm/packChange.ts'
import { openChangeStates } from '@lading/contract/mdm/packChangeStates.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../client/text.ts'
import { said } from '../../kernel/field/cells.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { queryRows, type Row } from '../../kernel/records.ts'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { billSteps, useFlowActions } from '../../platform/bill/useFlowActions.ts'

const { header, flow } = packChange

/** What is to become of the packs of a product: each request with what it changes, and what may be done about it. */
export function PackChanges({ productId, packs }: { productId: string; packs: readonly Row[] }) {
  const steps = useFlowActions(packChange, billSteps(packChange))
  const page = useQuery({
    queryKey: [header.key, 'of', productId],
    queryFn: ({ signal }) =>
      queryRows(header, { filter: { productId: [productId], state: [...openChangeStates] }, pageSize: 100 }, signal),
  })
  if (page.error) return <NotRead of={page} />
  return page.data?.records.map((row) => (
    <section key={row.id} className="pack card">
      <header className="pack-head">
        <h3>{String(row.billNo)}</h3>
        <StateTag flow={flow} state={row.state} />
        <RowButtons actions={steps.actionsOf(row)} />
      </header>
      <Asked row={row} pack={packs.find((p) => p.id === row.qpcId)} />
    </section>
  ))
}

/** 箱条码 16901234567899 → 36901234567893: what is, and what is asked for. */
function Asked({ row, pack }: { row: Row; pack: Row | undefined }) {
  const t = useText()
  const fields = Object.entries(askedFields).filter(([name]) => row[name] !== null && row[name] !== undefined)
  return (
    <>
      <p className="muted">
        {row.qpcId ? String(pack?.name ?? '') : t(['新规格', 'New pack'])} · {t(header.fields.effectiveOn.title)}{' '}
        {String(row.effectiveOn)} · {String(row.cause)}
      </p>
      <ul className="pack-asked">
        {fields.map(([name, field]) => (
          <li key={name}>
            {t(field.title)}{' '}
            {pack && <s className="muted num">{said(field, pack[name], undefined, t) || t(['空', 'none'])}</s>}{' '}
            <b className="num">{said(field, row[name], undefined, t)}</b>
          </li>
        ))}
      </ul>
      {row.problem ? <p className="problem">{String(row.problem)}</p> : null}
    </>
  )
}
