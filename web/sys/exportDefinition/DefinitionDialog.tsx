import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import {
  exportDefinition,
  exportDefinitionCalls,
  type ListedDefinition,
  type OfferedColumn,
} from '@lading/contract/sys/exportDefinition.ts'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

const texts = {
  title: ['{title}的导出', 'Export of {title}'],
  columns: ['导出的列', 'Columns'],
  hint: [
    '勾选要导出的列，用箭头调整顺序；表头留空则用原名称。导出权限和数据范围不受影响。',
    'Tick the columns to export and move them with the arrows; a heading left empty keeps its usual name. Rights and rows are not affected.',
  ],
  zh: ['{name}的中文表头', 'Chinese heading of {name}'],
  en: ['{name}的英文表头', 'English heading of {name}'],
  up: ['上移{name}', 'Move {name} up'],
  down: ['下移{name}', 'Move {name} down'],
} as const satisfies Record<string, Text>
const { fields } = exportDefinition
const others = ['fileName', 'maxRows', 'onlyShown'] as const

interface Props {
  readonly of: ListedDefinition
  readonly mayChange: boolean
  readonly onClose: () => void
}

/** Says what files of one list hold. */
export function DefinitionDialog({ of, mayChange, onClose }: Props) {
  const t = useText()
  const act = useAct(exportDefinition, exportDefinitionCalls.set, onClose)
  const read = useCall(exportDefinitionCalls.get, { subject: of.subject }, { staleTime: 0 })
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>()
  const [moved, setMoved] = useState<readonly OfferedColumn[]>()
  const values = typed ?? (read.data as Readonly<Record<string, unknown>> | undefined) ?? {}
  const columns = moved ?? read.data?.columns ?? []
  const chosen = columns.filter((c) => c.isIn)
  const isSound = others.every((name) => !problemOf(fields[name], values[name] ?? null))
  const save = () =>
    act.run(
      {
        subject: of.subject,
        version: read.data?.version ?? 0,
        columns: chosen.map(({ name, ownZh, ownEn }) => ({ name, zh: ownZh, en: ownEn })),
        fileName: typeof values.fileName === 'string' ? values.fileName : null,
        maxRows: typeof values.maxRows === 'number' ? values.maxRows : null,
        onlyShown: values.onlyShown === true,
      },
      () => t(words.saved),
    )
  return (
    <ActDialog
      act={act}
      width={760}
      title={t(texts.title, { title: of.title })}
      okText={t(words.save)}
      reads={read}
      isReady={mayChange && chosen.length > 0 && isSound}
      onOk={() => void save()}
      onClose={onClose}
    >
      {read.data && (
        <>
          <div className="sheet-fields">
            {others.map((name) => (
              <FieldRow
                key={name}
                field={fields[name]}
                value={values[name] ?? null}
                record={values}
                problem={undefined}
                onLeave={() => undefined}
                onChange={(value) => setTyped({ ...values, [name]: value })}
              />
            ))}
          </div>
          <h3 className="sheet-heading">{t(texts.columns)}</h3>
          <p className="hint">{t(texts.hint)}</p>
          <ul className="sheet-columns">
            {columns.map((c, i) => (
              <ColumnLine
                key={c.name}
                of={c}
                isFirst={i === 0}
                isLast={i === columns.length - 1}
                onChange={(next) => setMoved(columns.map((one) => (one === c ? next : one)))}
                onMove={(by) => setMoved(swapped(columns, i, i + by))}
              />
            ))}
          </ul>
        </>
      )}
    </ActDialog>
  )
}

interface LineProps {
  readonly of: OfferedColumn
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onChange: (next: OfferedColumn) => void
  readonly onMove: (by: 1 | -1) => void
}
function ColumnLine({ of, isFirst, isLast, onChange, onMove }: LineProps) {
  const t = useText()
  const title: Text = [of.zh, of.en]
  const name = { name: title }
  const typed = (text: string): string | null => text || null
  return (
    <li>
      <Checkbox checked={of.isIn} onChange={(e) => onChange({ ...of, isIn: e.target.checked })}>
        {t(title)}
      </Checkbox>
      <Input
        size="small"
        maxLength={60}
        disabled={!of.isIn}
        value={of.ownZh ?? ''}
        placeholder={of.zh}
        aria-label={t(texts.zh, name)}
        onChange={(e) => onChange({ ...of, ownZh: typed(e.target.value) })}
      />
      <Input
        size="small"
        maxLength={60}
        disabled={!of.isIn}
        value={of.ownEn ?? ''}
        placeholder={of.en}
        aria-label={t(texts.en, name)}
        onChange={(e) => onChange({ ...of, ownEn: typed(e.target.value) })}
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
    </li>
  )
}

const swapped = <T,>(all: readonly T[], a: number, b: number): readonly T[] =>
  all.map((one, i) => (i === a ? (all[b] ?? one) : i === b ? (all[a] ?? one) : one))
