import { processRoles, processTask } from '@lading/contract/wms/processTask.ts'
import { useMemo } from 'react'
import { type Say, useText } from '../../client/text.ts'
import { said } from '../../kernel/field/cells.tsx'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { DraftRow } from '../../kernel/form/draft.ts'
import type { GridColumn } from '../../kernel/grid/DataGrid.tsx'
import { FilledRows } from '../quality/FilledRows.tsx'

const { fields } = processTask.line
const typed = ['realQty', 'note'] as const

/** What goes in and comes out, as the recipe says; what really did is typed once the task is under way. */
export function ProcessLines(p: InputProps) {
  const t = useText()
  const known = useMemo(() => [goods(t), planned(t)], [t])
  if (!Array.isArray(p.value) || p.value.length === 0)
    return <p className="muted">{t(['保存后按配方生成', 'Made by the recipe when it is saved'])}</p>
  return <FilledRows {...p} known={known} typed={typed} asks={asked} />
}

/** Of what the recipe is of exactly what is done goes in, or comes out. */
const asked = (name: string, row: DraftRow): boolean => name !== 'realQty' || row.bomLineId !== null

const goods = (t: Say): GridColumn<DraftRow> => ({
  key: 'goods',
  title: t(fields.productId.title),
  width: 240,
  fixed: 'start',
  wraps: true,
  render: (row) => (
    <>
      <span className="muted">{t(processRoles[row.role as keyof typeof processRoles])}</span>{' '}
      {said(fields.productId, row.productId, row.refs?.productId, t)}
    </>
  ),
})
const planned = (t: Say): GridColumn<DraftRow> => ({
  key: 'planQty',
  title: t(fields.planQty.title),
  width: 120,
  render: (row) => said(fields.planQty, row.planQty, undefined, t),
})
