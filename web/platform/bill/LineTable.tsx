import { packText } from '@lading/contract/kernel/caseText.ts'
import type { AnyEntity, Label } from '@lading/contract/kernel/entity.ts'
import { Button, Input, Select, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { HeadTitle } from '../../kernel/field/HeadTitle.tsx'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { type ExtraColumn, RowsInput } from '../../kernel/field/RowsInput.tsx'
import { type DraftRow, newRow } from '../../kernel/form/draft.ts'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { entityOf } from '../../kernel/registry.ts'
import { packOf, readCases, showCases } from './caseEntry.ts'
import { RefPicker } from './RefPicker.tsx'
import { usePacks } from './usePacks.ts'

type Patch = Parameters<ExtraColumn['render']>[1]

/** The lines of a bill: products picked many at a time, quantities typed as pieces or as cases and pieces. */
export function LineTable(p: InputProps) {
  const t = useText()
  const [isPicking, setPicking] = useState(false)
  const child = p.field.rows?.entity
  const rows = (p.value ?? []) as readonly DraftRow[] // The draft holds child rows in this form.
  const product = child?.fields.productId?.to
  const may = useMay()
  // Many at a time are picked from the list itself, by who may look at it.
  const mayPick = product !== undefined && may(entityOf(product), 'view')
  const extra: ExtraColumn[] = [
    {
      key: 'cases',
      title: child?.fields.planCases ? <HeadTitle field={child.fields.planCases} /> : t(['件数', 'Cases']),
      before: 'planQty',
      width: 190,
      render: (row, patch) => <CaseInput to={product ?? ''} row={row} patch={patch} />,
    },
  ]
  const hasPacks = child?.fields.qpcId !== undefined && child.fields.planQty !== undefined
  const pick = (chosen: readonly { row: Row; label: Label }[]) => {
    setPicking(false)
    if (child)
      p.onChange([...rows.filter((r) => r.productId || r.id), ...chosen.map((c) => lineOf(child, c.row, c.label))])
  }
  return (
    <>
      <RowsInput
        {...p}
        field={hasPacks && child ? withoutQpc(p.field) : p.field}
        add={product ? ['新增一行', 'Add a line'] : undefined}
        extra={hasPacks ? extra : []}
        tools={mayPick && <Button onClick={() => setPicking(true)}>{t(['批量选择商品', 'Select products'])}</Button>}
      />
      {isPicking && mayPick && product && <RefPicker to={product} onPick={pick} onClose={() => setPicking(false)} />}
    </>
  )
}

const lineOf = (child: AnyEntity, row: Row, label: Label): DraftRow => ({
  ...newRow(child, { productId: row.id }),
  refs: { productId: label },
})

/** The pack is chosen beside the cases, not in a column of its own. */
function withoutQpc(field: InputProps['field']): InputProps['field'] {
  if (!field.rows) return field
  const { entity } = field.rows
  return {
    ...field,
    rows: { ...field.rows, entity: { ...entity, form: entity.form.filter((name) => name !== 'qpcId') } },
  }
}

/** 件数 beside the pieces: either may be typed, and each shows what the other says. */
function CaseInput({ to, row, patch }: { to: string; row: DraftRow; patch: Patch }) {
  const t = useText()
  const packs = usePacks(to, row.productId)
  const chosen = packs.find((r) => r.id === row.qpcId) ?? packs.find((r) => r.isDefault === true) ?? packs[0]
  const pack = packOf(chosen)
  const [typed, setTyped] = useState<string>()
  if (!pack) return <span className="muted">–</span>
  const entry = typed === undefined ? undefined : readCases(typed, pack)
  const problem = entry && 'problem' in entry ? t(entry.problem) : undefined
  const commit = () => {
    if (entry && 'qty' in entry) {
      patch({ planQty: entry.qty, qpcId: chosen?.id ?? null })
      setTyped(undefined)
    }
  }
  return (
    <div className="case-entry">
      <Tooltip title={problem} color="var(--bad)">
        <Input
          className="figure"
          value={typed ?? showCases(row.planQty, pack)}
          placeholder="3+2"
          aria-label={t(['件数', 'Cases'])}
          status={problem ? 'error' : ''}
          onFocus={(e) => e.target.select()}
          onChange={(e) => setTyped(e.target.value)}
          onBlur={commit}
          onPressEnter={commit}
        />
      </Tooltip>
      <Select
        variant="borderless"
        value={chosen?.id ?? null}
        aria-label={t(['规格', 'Pack'])}
        options={packs.map((r) => {
          const p = packOf(r)
          return { value: r.id, label: p ? packText(p) : String(r.name ?? '') }
        })}
        onChange={(qpcId) => patch({ qpcId })}
      />
    </div>
  )
}
