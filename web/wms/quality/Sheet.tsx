import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { Button } from 'antd'
import { useMemo } from 'react'
import { type Say, useText } from '../../client/text.ts'
import { said } from '../../kernel/field/cells.tsx'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { DraftRow } from '../../kernel/form/draft.ts'
import type { GridColumn } from '../../kernel/grid/DataGrid.tsx'
import { FilledRows } from './FilledRows.tsx'
import { fine, follows, passed } from './follows.ts'

const { fields } = qualityBill.line
const found = ['critical', 'major', 'minor', 'verdict', 'rejectQty', 'passQty', 'cause', 'rejectType'] as const

/** The lines of an inspection: what came and how much of it is looked at, then what was found of it. */
export function InspectionLines(p: InputProps) {
  const t = useText()
  const known = useMemo(() => [goods(t)], [t])
  return (
    <FilledRows
      {...p}
      known={known}
      typed={found}
      follows={follows}
      tools={(fill) => (
        <Button onClick={() => fill(passed)}>{t(['未判定的全部合格', 'Accept all without a verdict'])}</Button>
      )}
    />
  )
}

const goods = (t: Say): GridColumn<DraftRow> => ({
  key: 'goods',
  title: t(fields.productId.title),
  width: 250,
  fixed: 'start',
  wraps: true,
  render: (row) => {
    const say = (name: 'containerId' | 'lotQty' | 'sampleQty') =>
      `${t(fields[name].title)} ${said(fields[name], row[name], row.refs?.[name], t)}`
    const limits = row.reject === null || row.reject === undefined ? '' : ` · Ac ${row.accept} Re ${row.reject}`
    return (
      <>
        <div>
          {String(row.lineNo)}. {said(fields.productId, row.productId, row.refs?.productId, t)}
        </div>
        <div className="muted">{`${say('lotQty')} · ${say('sampleQty')}${limits}`}</div>
        <div className="muted">{say('containerId')}</div>
      </>
    )
  },
})

const results = qualityBill.result.fields
const answers = ['finding', 'amount', 'said'] as const

/** The checks of an inspection: what is asked of which line, and one answer after its kind. */
export function InspectionResults(p: InputProps) {
  const t = useText()
  const known = useMemo(() => [check(t), limit(t)], [t])
  return (
    <FilledRows
      {...p}
      known={known}
      typed={answers}
      asks={asks}
      tools={(fill) => (
        <Button onClick={() => fill(fine)}>{t(['未填的检查项合格', 'Mark open checks as good'])}</Button>
      )}
    />
  )
}
/** A number speaks for itself where it has a range, a document by its number. */
const asks = (name: string, row: DraftRow): boolean =>
  name === 'said' || (name === 'amount' ? row.kind === 'NUMBER' || row.kind === 'RANGE' : row.kind !== 'DOC')

const check = (t: Say): GridColumn<DraftRow> => ({
  key: 'check',
  title: t(results.item.title),
  width: 260,
  fixed: 'start',
  render: (row) => (
    <span className={row.needed === true ? 'needed' : undefined}>
      {`${t(results.lineNo.title)} ${row.lineNo} · ${row.item}`}
    </span>
  ),
})
const limit = (t: Say): GridColumn<DraftRow> => ({
  key: 'limit',
  title: t(['要求', 'Asked']),
  width: 150,
  render: (row) => {
    const ends = [row.least, row.most].map((end) => (end === null || end === undefined ? '' : String(end)))
    if (ends.every((end) => end === '')) return said(results.kind, row.kind, undefined, t)
    return `${ends[0]} – ${ends[1]} ${row.unit ?? ''}`
  },
})
