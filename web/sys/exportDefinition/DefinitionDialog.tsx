import type { Text } from '@lading/contract/kernel/text.ts'
import {
  exportDefinition,
  exportDefinitionCalls,
  type ListedDefinition,
  type OfferedColumn,
} from '@lading/contract/sys/exportDefinition.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ColumnLines } from '../sheetColumns/ColumnLines.tsx'

const texts = {
  title: ['{title}的导出', 'Export of {title}'],
  columns: ['导出的列', 'Columns'],
  hint: [
    '勾选要导出的列，用箭头调整顺序；表头留空则用原名称。导出权限和数据范围不受影响。',
    'Tick the columns to export and move them with the arrows; a heading left empty keeps its usual name. Rights and rows are not affected.',
  ],
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
          <ColumnLines columns={columns} onChange={setMoved} />
        </>
      )}
    </ActDialog>
  )
}
