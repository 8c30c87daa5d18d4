import type { Text } from '@lading/contract/kernel/text.ts'
import { type LayoutTable, printAligns, printLimits } from '@lading/contract/sys/printForm.ts'
import type { DesignField } from '@lading/contract/sys/printTemplate.ts'
import { Button, Input, InputNumber, Select } from 'antd'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'

const numbers = {
  x: ['左 mm', 'Left mm'],
  top: ['上 mm', 'Top mm'],
  bottom: ['下 mm', 'Bottom mm'],
  rowHeight: ['行高 mm', 'Row height mm'],
  size: ['字号 pt', 'Size pt'],
} as const satisfies Record<string, Text>
const texts = {
  table: ['表格', 'Table'],
  field: ['数据项', 'Value'],
  heading: ['列标题', 'Heading'],
  width: ['列宽 mm', 'Width mm'],
  align: ['对齐', 'Align'],
  add: ['添加列', 'Add a column'],
} as const satisfies Record<string, Text>

interface Props {
  readonly table: LayoutTable
  readonly columns: readonly DesignField[]
  readonly isLocked: boolean
  readonly onChange: (table: LayoutTable) => void
}

/** Which columns a document's lines have, and where they stand. */
export function TablePanel({ table, columns, isLocked, onChange }: Props) {
  const t = useText()
  const setColumn = (i: number, change: Partial<LayoutTable['columns'][number]>) =>
    onChange({ ...table, columns: table.columns.map((c, j) => (i === j ? { ...c, ...change } : c)) })
  const [first] = columns
  return (
    <fieldset className="print-panel" disabled={isLocked}>
      <legend>{t(texts.table)}</legend>
      {(Object.keys(numbers) as (keyof typeof numbers)[]).map((name) => (
        <div key={name} className="print-row">
          {t(numbers[name])}
          <InputNumber
            value={table[name]}
            min={name === 'size' ? 4 : name === 'rowHeight' ? 3 : 0}
            max={name === 'size' ? 40 : name === 'rowHeight' ? 50 : printLimits.mm}
            disabled={isLocked}
            aria-label={`${t(texts.table)} ${t(numbers[name])}`}
            onChange={(n) => n !== null && onChange({ ...table, [name]: n })}
          />
        </div>
      ))}
      {table.columns.map((c, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column may stand there twice
        <div key={i} className="print-column">
          <Select
            value={c.field}
            disabled={isLocked}
            aria-label={`${t(texts.field)} ${i + 1}`}
            options={columns.map((f) => ({ value: f.name, label: f.title }))}
            onChange={(field) =>
              setColumn(i, { field, title: columns.find((f) => f.name === field)?.title ?? c.title })
            }
          />
          <Input
            value={c.title}
            maxLength={40}
            aria-label={`${t(texts.heading)} ${i + 1}`}
            onChange={(e) => setColumn(i, { title: e.target.value })}
          />
          <InputNumber
            value={c.width}
            min={3}
            max={printLimits.mm}
            disabled={isLocked}
            aria-label={`${t(texts.width)} ${i + 1}`}
            onChange={(width) => width !== null && setColumn(i, { width })}
          />
          <Select
            value={c.align}
            disabled={isLocked}
            aria-label={`${t(texts.align)} ${i + 1}`}
            options={Object.entries(printAligns).map(([value, title]) => ({ value, label: t(title) }))}
            onChange={(align) => setColumn(i, { align: align as 'left' | 'center' | 'right' })}
          />
          {!isLocked && table.columns.length > 1 && (
            <Button
              aria-label={`${t(words.remove)} ${c.title}`}
              onClick={() => onChange({ ...table, columns: table.columns.filter((_, j) => j !== i) })}
            >
              ×
            </Button>
          )}
        </div>
      ))}
      {!isLocked && first && table.columns.length < printLimits.columns && (
        <Button
          onClick={() =>
            onChange({
              ...table,
              columns: [...table.columns, { field: first.name, title: first.title, width: 20, align: 'left' }],
            })
          }
        >
          {t(texts.add)}
        </Button>
      )}
    </fieldset>
  )
}
