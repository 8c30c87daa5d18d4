import type { Text } from '@lading/contract/kernel/text.ts'
import type { Photo } from '@lading/contract/sys/photo.ts'
import { inspectionPhotos } from '@lading/contract/wms/photos.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { Button } from 'antd'
import { useMemo } from 'react'
import { usePlace } from '../../client/tabStore.ts'
import { type Say, useText } from '../../client/text.ts'
import { cell, said } from '../../kernel/field/cells.tsx'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { DraftRow } from '../../kernel/form/draft.ts'
import type { GridColumn } from '../../kernel/grid/DataGrid.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { PartPhotos } from '../../platform/file/PartPhotos.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { FilledRows } from './FilledRows.tsx'
import { fine, follows, passed } from './follows.ts'
import { checkedOf, lackOf } from './missing.ts'
import './quality.css'

const { fields } = qualityBill.line
const found = ['critical', 'major', 'minor', 'verdict', 'rejectQty', 'passQty', 'rejectType', 'cause'] as const

/** The lines of an inspection: what came and how much of it is looked at, then what was found of it. */
export function InspectionLines(p: InputProps) {
  const t = useText()
  const known = useMemo(() => [goods(t)], [t])
  return (
    <FilledRows
      {...p}
      known={known}
      typed={found}
      asks={ofRejects}
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
    const strict = row.isStrict ? ` · ${t(fields.isStrict.title)}` : ''
    return (
      <>
        <div>
          {String(row.lineNo)}. {said(fields.productId, row.productId, row.refs?.productId, t)}
        </div>
        <div className="muted">{`${say('lotQty')} · ${say('sampleQty')}${limits}${strict}`}</div>
        <div className="muted">{say('containerId')}</div>
      </>
    )
  },
})

const rejects = ['rejectType'] as const
/** Where goods go is asked of those that are rejected. */
const ofRejects = (name: string, row: DraftRow): boolean =>
  !rejects.some((r) => r === name) || Number(row.rejectQty) > 0

const results = qualityBill.result.fields
const answers = ['finding', 'amount', 'said'] as const
const noPhotos: readonly Photo[] = []

/** The checks of an inspection: what is asked of which line, one answer after its kind, and what is still missing. */
export function InspectionResults(p: InputProps) {
  const t = useText()
  const billId = usePlace().query.id ?? ''
  const { data } = useCall(inspectionPhotos.list, { id: billId }, { enabled: billId !== '' })
  const ofPart = useMemo(() => Map.groupBy(data ?? noPhotos, (photo) => photo.partId), [data])
  const known = useMemo(() => {
    const lack = (row: DraftRow) => lackOf(checkedOf(row, ofPart.get(String(row.id))?.length ?? 0))
    return [check(t, lack), limit(t)]
  }, [t, ofPart])
  const beside = useMemo(
    () => [photosColumn(t, billId, (row) => ofPart.get(String(row.id)) ?? noPhotos)],
    [t, billId, ofPart],
  )
  return (
    <FilledRows
      {...p}
      known={known}
      typed={answers}
      beside={beside}
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

const check = (t: Say, lack: (row: DraftRow) => Text | undefined): GridColumn<DraftRow> => ({
  key: 'check',
  title: t(results.item.title),
  width: 260,
  fixed: 'start',
  wraps: true,
  render: (row) => {
    const missing = lack(row)
    return (
      <>
        <span className={row.needed === true ? 'needed' : undefined}>
          {`${t(results.lineNo.title)} ${row.lineNo} · `}
          {cell(results.item, row.item, undefined, t)}
        </span>
        {missing && (
          <div className="inspection-lack">
            <Mark tone="warn" /> {t(missing)}
          </div>
        )}
      </>
    )
  },
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
const photosColumn = (t: Say, billId: string, photosOf: (row: DraftRow) => readonly Photo[]): GridColumn<DraftRow> => ({
  key: 'photos',
  title: t(results.photos.title),
  width: 220,
  render: (row) =>
    row.kind === 'PHOTO' && typeof row.id === 'string' ? (
      <PartPhotos
        calls={inspectionPhotos}
        billId={billId}
        partId={row.id}
        name={`${row.lineNo}`}
        photos={photosOf(row)}
      />
    ) : (
      <span className="muted">–</span>
    ),
})
