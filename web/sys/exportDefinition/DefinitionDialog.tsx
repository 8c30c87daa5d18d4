import type { Text } from '@lading/contract/kernel/text.ts'
import {
  type ColumnForm,
  columnForms,
  exportDefinition,
  exportDefinitionCalls,
  type ListedDefinition,
  type OfferedColumn,
} from '@lading/contract/sys/exportDefinition.ts'
import { fileNameParts } from '@lading/contract/sys/exportFileName.ts'
import { InputNumber, Select } from 'antd'
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
  parts: ['文件名可用：', 'In a file name: '],
  hint: [
    '勾选要导出的列，用箭头调整顺序；表头留空则用原名称。导出权限和数据范围不受影响。',
    'Tick the columns to export and move them with the arrows; a heading left empty keeps its usual name. Rights and rows are not affected.',
  ],
  form: ['{name}的格式', 'Form of {name}'],
  asItIs: ['原样', 'As it is'],
  width: ['{name}的列宽（字符）', 'Width of {name} in characters'],
  widthShort: ['列宽', 'Width'],
  up: ['{name}，升序', '{name}, ascending'],
  down: ['{name}，降序', '{name}, descending'],
} as const satisfies Record<string, Text>
const { fields } = exportDefinition
const others = ['fileName', 'formats', 'maxRows', 'onlyShown'] as const

interface Props {
  readonly of: ListedDefinition
  /** Whose definition: left out, the enterprise's. */
  readonly orgId: string | undefined
  readonly mayChange: boolean
  readonly onClose: () => void
}

/** Says what files of one list hold. */
export function DefinitionDialog({ of, orgId, mayChange, onClose }: Props) {
  const t = useText()
  const act = useAct(exportDefinition, exportDefinitionCalls.set, onClose)
  const read = useCall(exportDefinitionCalls.get, { subject: of.subject, ...(orgId && { orgId }) }, { staleTime: 0 })
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
        ...(orgId && { orgId }),
        version: read.data?.version ?? 0,
        columns: chosen.map(({ name, ownZh, ownEn, form, width }) => ({ name, zh: ownZh, en: ownEn, form, width })),
        fileName: typeof values.fileName === 'string' ? values.fileName : null,
        maxRows: typeof values.maxRows === 'number' ? values.maxRows : null,
        onlyShown: values.onlyShown === true,
        // Its field offers these alone.
        formats: (values.formats as ListedDefinition['formats'] | undefined) ?? null,
        sort: typeof values.sort === 'string' ? values.sort : null,
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
            <FieldRow
              field={{ ...fields.sort, kind: 'choice', choices: ordersOf(columns) }}
              value={values.sort ?? null}
              record={values}
              problem={undefined}
              onLeave={() => undefined}
              onChange={(sort) => setTyped({ ...values, sort })}
            />
          </div>
          <p className="hint">
            {t(texts.parts)}
            {fileNameParts.map(([part, title]) => `${part} ${t(title)}`).join(' · ')}
          </p>
          <h3 className="sheet-heading">{t(texts.columns)}</h3>
          <p className="hint">{t(texts.hint)}</p>
          <ColumnLines columns={columns} onChange={setMoved} more={(c, set) => c.isIn && <Look of={c} set={set} />} />
        </>
      )}
    </ActDialog>
  )
}

/** Each column that rows can be put in order by, up and down. */
const ordersOf = (columns: readonly OfferedColumn[]): Readonly<Record<string, Text>> =>
  Object.fromEntries(
    columns
      .filter((c) => c.isSortable)
      .flatMap(({ name, zh, en }) => [
        [name, both(texts.up, zh, en)],
        [`-${name}`, both(texts.down, zh, en)],
      ]),
  )
const both = ([zhText, enText]: Text, zh: string, en: string): Text => [
  zhText.replace('{name}', zh),
  enText.replace('{name}', en),
]

/** How the values of a column are written, and how wide it is. */
function Look({ of, set }: { of: OfferedColumn; set: (change: Partial<OfferedColumn>) => void }) {
  const t = useText()
  const name: Text = [of.zh, of.en]
  return (
    <div className="sheet-more">
      {of.forms.length > 0 && (
        <Select<ColumnForm | ''>
          size="small"
          value={of.form ?? ''}
          aria-label={t(texts.form, { name })}
          options={[
            { value: '' as const, label: t(texts.asItIs) },
            ...of.forms.map((form) => ({ value: form, label: t(columnForms[form]) })),
          ]}
          onChange={(form) => set({ form: form || null })}
        />
      )}
      <InputNumber
        size="small"
        min={4}
        max={100}
        precision={0}
        value={of.width}
        placeholder={t(texts.widthShort)}
        aria-label={t(texts.width, { name })}
        onChange={(width) => set({ width })}
      />
    </div>
  )
}
