import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button, Checkbox, Input } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../client/text.ts'

export interface SheetLine {
  readonly name: string
  readonly zh: string
  readonly en: string
  readonly ownZh: string | null
  readonly ownEn: string | null
  readonly isIn: boolean
  /** It cannot be left out. */
  readonly isNeeded?: boolean
}
const texts = {
  zh: ['{name}的中文表头', 'Chinese heading of {name}'],
  en: ['{name}的英文表头', 'English heading of {name}'],
  up: ['上移{name}', 'Move {name} up'],
  down: ['下移{name}', 'Move {name} down'],
} as const satisfies Record<string, Text>

interface Props<T extends SheetLine> {
  readonly columns: readonly T[]
  readonly onChange: (columns: readonly T[]) => void
  /** What else is said of a column. */
  readonly more?: (column: T, set: (change: Partial<T>) => void) => ReactNode
}
/** The columns of a file: which it has, in which order, under which headings. */
export function ColumnLines<T extends SheetLine>({ columns, onChange, more }: Props<T>) {
  return (
    <ul className="sheet-columns">
      {columns.map((c, i) => {
        const set = (change: Partial<T>) => onChange(columns.map((one) => (one === c ? { ...one, ...change } : one)))
        return (
          <ColumnLine
            key={c.name}
            of={c}
            isFirst={i === 0}
            isLast={i === columns.length - 1}
            // Every line has these.
            onChange={(change) => set(change as Partial<T>)}
            onMove={(by) => onChange(swapped(columns, i, i + by))}
          >
            {more?.(c, set)}
          </ColumnLine>
        )
      })}
    </ul>
  )
}

interface LineProps {
  readonly of: SheetLine
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onChange: (change: Partial<SheetLine>) => void
  readonly onMove: (by: 1 | -1) => void
  readonly children: ReactNode
}
function ColumnLine({ of, isFirst, isLast, onChange, onMove, children }: LineProps) {
  const t = useText()
  const title: Text = [of.zh, of.en]
  const name = { name: title }
  const typed = (text: string): string | null => text || null
  return (
    <li>
      <Checkbox
        checked={of.isIn}
        disabled={of.isNeeded === true}
        onChange={(e) => onChange({ isIn: e.target.checked })}
      >
        {t(title)}
      </Checkbox>
      <Input
        size="small"
        maxLength={60}
        disabled={!of.isIn}
        value={of.ownZh ?? ''}
        placeholder={of.zh}
        aria-label={t(texts.zh, name)}
        onChange={(e) => onChange({ ownZh: typed(e.target.value) })}
      />
      <Input
        size="small"
        maxLength={60}
        disabled={!of.isIn}
        value={of.ownEn ?? ''}
        placeholder={of.en}
        aria-label={t(texts.en, name)}
        onChange={(e) => onChange({ ownEn: typed(e.target.value) })}
      />
      <span>
        <Button
          size="small"
          type="text"
          icon={<ArrowUpOutlined aria-hidden />}
          disabled={isFirst}
          aria-label={t(texts.up, name)}
          onClick={() => onMove(-1)}
        />
        <Button
          size="small"
          type="text"
          icon={<ArrowDownOutlined aria-hidden />}
          disabled={isLast}
          aria-label={t(texts.down, name)}
          onClick={() => onMove(1)}
        />
      </span>
      {children}
    </li>
  )
}

const swapped = <T,>(all: readonly T[], a: number, b: number): readonly T[] =>
  all.map((one, i) => (i === a ? (all[b] ?? one) : i === b ? (all[a] ?? one) : one))
