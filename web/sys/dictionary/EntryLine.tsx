import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import { Button, Input, Switch, Tooltip } from 'antd'
import { type DragEvent, memo } from 'react'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'

/** An entry while it is edited; `mark` names it until it is saved. */
export interface Line {
  readonly mark: string
  readonly entryKey: string
  readonly infoValue: string
  readonly infoValueEn: string
  readonly color: string
  readonly disabled: boolean
  /** Its key is in rows by now, and stays. */
  readonly isOld: boolean
  readonly isKept: boolean
}

const texts = {
  drag: ['拖动排序', 'Drag to move'],
  up: ['上移 {n}', 'Move {n} up'],
  down: ['下移 {n}', 'Move {n} down'],
  kept: ['系统或上级字典项，不能删除，可以停用', 'Built in or from above: disable it instead of deleting it'],
  of: ['{field}，第{n}项', '{field} of entry {n}'],
} as const satisfies Record<string, Text>
const { infoValue, infoValueEn, color } = dicInfo.fields
type Typed = 'entryKey' | 'infoValue' | 'infoValueEn' | 'color'
const titles: Readonly<Record<Typed, Text>> = {
  entryKey: dicInfo.fields.queryKey.title,
  infoValue: infoValue.title,
  infoValueEn: infoValueEn.title,
  color: color.title,
}
const dragged = 'application/x-lading-line'

interface Props {
  readonly of: Line
  readonly at: number
  readonly count: number
  readonly isFixed: boolean
  readonly onMove: (from: number, to: number) => void
  readonly onChange: (change: Partial<Line>) => void
  readonly onRemove: () => void
}

/** One entry: dragged, or moved by its buttons, and typed over. */
export const EntryLine = memo(function EntryLine({ of, at, count, isFixed, onMove, onChange, onRemove }: Props) {
  const t = useText()
  const n = at + 1
  const drop = (e: DragEvent) => {
    const from = Number(e.dataTransfer.getData(dragged))
    if (e.dataTransfer.types.includes(dragged)) onMove(from, at)
  }
  const input = (name: Typed, isLocked = false) => (
    <Input
      className={`dic-${name}`}
      value={of[name]}
      disabled={isFixed || isLocked}
      autoComplete="off"
      placeholder={t(titles[name])}
      aria-label={t(texts.of, { field: t(titles[name]), n })}
      onChange={(e) => onChange({ [name]: e.target.value })}
    />
  )
  const move = (by: -1 | 1) => (
    <Button
      type="text"
      size="small"
      icon={by < 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
      aria-label={t(by < 0 ? texts.up : texts.down, { n })}
      disabled={at + by < 0 || at + by >= count}
      onClick={() => onMove(at, at + by)}
    />
  )
  return (
    <li className="dic-line" onDragOver={(e) => e.preventDefault()} onDrop={drop}>
      {!isFixed && (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside it do the same by keys */}
          <span
            className="dic-handle"
            draggable
            title={t(texts.drag)}
            onDragStart={(e) => e.dataTransfer.setData(dragged, String(at))}
          >
            <HolderOutlined aria-hidden />
          </span>
          {move(-1)}
          {move(1)}
        </>
      )}
      {input('entryKey', of.isOld)}
      {input('infoValue')}
      {input('infoValueEn')}
      {input('color')}
      <Switch
        size="small"
        checked={!of.disabled}
        disabled={isFixed}
        aria-label={t(texts.of, { field: t(words.enabled), n })}
        onChange={(on) => onChange({ disabled: !on })}
      />
      {!isFixed && (
        <Tooltip title={of.isKept ? t(texts.kept) : ''}>
          <span>
            <Button type="link" size="small" danger disabled={of.isKept} onClick={onRemove}>
              {t(words.remove)}
            </Button>
          </span>
        </Tooltip>
      )}
    </li>
  )
})
