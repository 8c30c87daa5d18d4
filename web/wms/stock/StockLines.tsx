import type { Call, listQuery } from '@lading/contract/kernel/call.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockKeyNames } from '@lading/contract/wms/stockKey.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { cell, valueIn } from '../../kernel/field/cells.tsx'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { type ExtraColumn, RowsInput } from '../../kernel/field/RowsInput.tsx'
import { type DraftRow, newRow } from '../../kernel/form/draft.ts'
import { useChoice } from '../../kernel/grid/selection.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import type { Row } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { StockPicker, type StockWhere } from './StockPicker.tsx'

type StockCall = Call<z.input<typeof listQuery>, { records: Record<string, unknown>[]; total: number | null }>
const isKey = (name: string): boolean => stockKeyNames.some((key) => key === name)
const keyOf = (row: Readonly<Record<string, unknown>>): string => stockKeyNames.map((name) => row[name]).join('/')
const widths: Readonly<Record<string, number>> = { productId: 180, lotId: 130, binId: 100, containerId: 90 }
const first = 'qty'

/** The lines of a stock bill: which stock each is about stands before what is typed of it. */
export function StockLines({ of, ...p }: InputProps & { of: StockCall }) {
  const t = useText()
  const [isPicking, setPicking] = useState(false)
  const child = p.field.rows?.entity
  const rows = (p.value ?? []) as readonly DraftRow[] // The draft holds child rows in this form.
  const { ownerId } = p.record
  if (!child?.fields || !p.field.rows) return null
  const typed = { ...child, form: child.form.filter((name) => !isKey(name)) }
  const columns = stockKeyNames.flatMap((name): ExtraColumn[] => {
    const field = child.fields[name]
    if (!field) return []
    const render = (row: DraftRow) => cell(field, valueIn(field, name, row, t), row.refs?.[name], t)
    return [{ key: name, title: t(field.title), before: first, width: widths[name] ?? 76, render }]
  })
  const pick = (chosen: readonly Row[]) => {
    setPicking(false)
    const there = new Set(rows.map(keyOf))
    p.onChange([...rows, ...chosen.filter((row) => !there.has(keyOf(row))).map((row) => lineOf(child, row))])
  }
  const open = () => (ownerId ? setPicking(true) : notify('warn', t(['请先选择货主', 'Choose the owner first'])))
  return (
    <>
      <RowsInput
        {...p}
        field={{ ...p.field, rows: { ...p.field.rows, entity: typed } }}
        extra={columns}
        add={['选择库存', 'Choose stock']}
        onAdd={open}
      />
      {isPicking && <PickDialog of={of} ownerId={String(ownerId)} onPick={pick} onClose={() => setPicking(false)} />}
    </>
  )
}

/** All that is free of a row, until somebody types less. */
const lineOf = (child: Parameters<typeof newRow>[0], row: Row): DraftRow => ({
  ...newRow(child, {
    ...Object.fromEntries(stockKeyNames.map((name) => [name, row[name]])),
    qty: Number(formatQty(parseQty(String(row.qty)) - parseQty(String(row.reservedQty)))).toString(),
  }),
  refs: row.refs,
})

interface PickProps {
  readonly of: StockCall
  readonly ownerId: string
  readonly onPick: (rows: readonly Row[]) => void
  readonly onClose: () => void
}
function PickDialog({ of, ownerId, onPick, onClose }: PickProps) {
  const t = useText()
  const { query } = usePlace()
  const [where, setWhere] = useState<StockWhere>({
    ...(query.productId && { productId: query.productId }),
    ...(query.binId && { binId: query.binId }),
  })
  const { selection, chosen } = useChoice<Row>()
  return (
    <TabModal
      open
      width={1080}
      title={t(['选择库存', 'Choose stock'])}
      okText={t(['添加{n}项', 'Add {n}'], { n: chosen.length })}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onPick(chosen)}
      onCancel={onClose}
    >
      <StockPicker
        of={of}
        where={where}
        onWhere={setWhere}
        only={{ ownerId: [ownerId] }}
        height={420}
        selection={selection}
        none={[`没有可用的${stock.title[0]}`, 'No stock available']}
      />
    </TabModal>
  )
}
