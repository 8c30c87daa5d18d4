import type { Text } from '@lading/contract/kernel/text.ts'
import {
  importTemplate,
  importTemplateCalls,
  type ListedTemplate,
  type TemplateColumn,
  type TemplateOffer,
  type TemplateRules,
} from '@lading/contract/sys/importTemplate.ts'
import { importModes } from '@lading/contract/sys/sheetRecord.ts'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ColumnLines } from '../sheetColumns/ColumnLines.tsx'
import { TemplateTest } from './TemplateTest.tsx'

const texts = {
  title: ['{title}的导入模板', 'Import template of {title}'],
  hint: [
    '勾选模板中的列，用箭头调整顺序；表头留空则用原名称。系统要求的列不能去掉，也不能改为选填；原表头的文件仍可导入。',
    'Tick the columns of the template and move them with the arrows; a heading left empty keeps its usual name. Columns that the system needs stay. Files with the usual headings are still taken.',
  ],
  required: ['必填', 'Required'],
  note: ['{name}的填写说明', 'What to fill in for {name}'],
  notePlace: ['填写说明', 'What to fill in'],
  initial: ['{name}的默认值', 'Default of {name}'],
  initialPlace: ['空白时取', 'If blank'],
  sample: ['{name}的示例', 'Example of {name}'],
  samplePlace: ['示例', 'Example'],
  publish: ['发布', 'Publish'],
  published: ['已发布', 'Published'],
  columns: ['模板的列', 'Columns'],
} as const satisfies Record<string, Text>

const { fields } = importTemplate
const ruleNames = ['mode', 'onlyMode', 'rows', 'maxRows'] as const

/** What each column says to who fills it in. */
const words = ['note', 'sample', 'initial'] as const

interface Props {
  readonly of: ListedTemplate
  readonly mayChange: boolean
  readonly onClose: () => void
}

/** Says what files look like in which one kind of thing is brought in. */
export function TemplateDialog({ of, mayChange, onClose }: Props) {
  const t = useText()
  const act = useAct(importTemplate, importTemplateCalls.set, onClose)
  const read = useCall(importTemplateCalls.get, { subject: of.subject }, { staleTime: 0 })
  const [moved, setMoved] = useState<readonly TemplateOffer[]>()
  const [typed, setTyped] = useState<Values>()
  const values = typed ?? (read.data as Values | undefined) ?? {}
  const columns = moved ?? read.data?.columns ?? []
  const chosen = columns.filter((c) => c.isIn)
  const isSound = ruleNames.every((name) => !problemOf(fields[name], values[name] ?? null))
  const save = () =>
    act.run(
      {
        subject: of.subject,
        version: read.data?.version ?? 0,
        columns: chosen.map(columnOf),
        ...rulesOf(values),
      },
      () => t(texts.published),
    )
  return (
    <ActDialog
      act={act}
      width={1060}
      title={t(texts.title, { title: of.title })}
      okText={t(texts.publish)}
      reads={read}
      isReady={mayChange && chosen.length > 0 && isSound}
      onOk={() => void save()}
      onClose={onClose}
    >
      {read.data && (
        <>
          <RuleFields modes={read.data.modes} values={values} onChange={setTyped} />
          <h3 className="sheet-heading">{t(texts.columns)}</h3>
          <p className="hint">{t(texts.hint)}</p>
          <ColumnLines<TemplateOffer>
            columns={columns}
            onChange={setMoved}
            more={(c, set) => (
              <div className="sheet-more">
                <Checkbox
                  checked={c.required}
                  disabled={!c.isIn || c.isNeeded}
                  onChange={(e) => set({ required: e.target.checked })}
                >
                  {t(texts.required)}
                </Checkbox>
                {words.map((name) => (
                  <Input
                    key={name}
                    size="small"
                    maxLength={200}
                    disabled={!c.isIn || (name === 'initial' && c.isNeeded)}
                    value={c[name] ?? ''}
                    placeholder={t(texts[`${name}Place`])}
                    aria-label={t(texts[name], { name: [c.zh, c.en] })}
                    onChange={(e) => set({ [name]: e.target.value || null })}
                  />
                ))}
              </div>
            )}
          />
          {mayChange && chosen.length > 0 && (
            <TemplateTest
              subject={of.subject}
              columns={chosen.map(columnOf)}
              mode={rulesOf(values).mode ?? 'INSERT'}
              maxRows={rulesOf(values).maxRows}
            />
          )}
        </>
      )}
    </ActDialog>
  )
}

type Values = Readonly<Record<string, unknown>>
interface RuleProps {
  /** Those that the entity permits. */
  readonly modes: readonly (keyof typeof importModes)[]
  readonly values: Values
  readonly onChange: (values: Values) => void
}
/** What a template says of files beside their columns. */
function RuleFields({ modes, values, onChange }: RuleProps) {
  const mode = { ...fields.mode, choices: Object.fromEntries(modes.map((m) => [m, importModes[m]])) }
  return (
    <div className="sheet-fields">
      {ruleNames.map((name) => (
        <FieldRow
          key={name}
          field={name === 'mode' ? mode : fields[name]}
          value={values[name] ?? null}
          record={values}
          problem={undefined}
          onLeave={() => undefined}
          onChange={(value) => onChange({ ...values, [name]: value })}
        />
      ))}
    </div>
  )
}

const columnOf = ({ name, ownZh, ownEn, required, note, initial, sample }: TemplateOffer): TemplateColumn => ({
  name,
  zh: ownZh,
  en: ownEn,
  required,
  note,
  initial,
  sample,
})
const rulesOf = (values: Values): TemplateRules => ({
  // Its field offers these alone.
  mode: (values.mode as TemplateRules['mode'] | undefined) ?? null,
  onlyMode: values.onlyMode === true,
  rows: (values.rows as TemplateRules['rows'] | undefined) ?? null,
  maxRows: typeof values.maxRows === 'number' ? values.maxRows : null,
})
