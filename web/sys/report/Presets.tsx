import { fromToday, relativeDay } from '@lading/contract/kernel/relativeDay.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { reportPresetCalls as calls, type ReportPreset, reportPreset } from '@lading/contract/sys/reportPreset.ts'
import type { TemplateParam } from '@lading/contract/sys/reportTemplate.ts'
import { Button, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report as tell } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ask } from '../../ui/ask.tsx'

type Params = Readonly<Record<string, string>>
const texts = {
  choose: ['选择方案', 'Choose a preset'],
  none: ['还没有保存方案', 'No presets yet'],
  save: ['保存方案', 'Save preset'],
  saved: ['已保存', 'Saved'],
  moving: ['日期随当天推移', 'Days move on with today'],
  how: [
    '例如今天选的“前7天”，下月打开时仍是那天的前7天。',
    'Seven days back, chosen today, are seven days back whenever it is asked.',
  ],
  replaces: ['将替换同名方案', 'Takes the place of the preset of that name'],
  name: ['新名称', 'New name'],
} as const satisfies Record<string, Text>

interface Props {
  readonly of: { readonly path: string; readonly params: readonly TemplateParam[] }
  /** As they are chosen now. */
  readonly params: Params
  readonly onPick: (params: Params) => void
}

/** 参数方案: what the reader asks of this report again and again. */
export function Presets({ of, params, onPick }: Props) {
  const t = useText()
  const read = useCall(calls.mine, { path: of.path })
  const [isSaving, setSaving] = useState(false)
  const presets = read.data?.presets ?? []
  const today = todayText()
  const dayed = (all: Params, name: string): string => relativeDay(all[name] ?? '', today)
  const chosen = presets.find((p) => of.params.every(({ name }) => dayed(p.params, name) === dayed(params, name)))
  return (
    <div className="report-param">
      <span className="muted">{t(reportPreset.title)}</span>
      <div className="report-tools">
        <Select
          aria-label={t(reportPreset.title)}
          placeholder={t(texts.choose)}
          notFoundContent={t(texts.none)}
          value={chosen?.id ?? null}
          options={presets.map((p) => ({ value: p.id, label: p.name }))}
          onChange={(id) => onPick(presets.find((p) => p.id === id)?.params ?? {})}
        />
        <Button onClick={() => setSaving(true)}>{t(texts.save)}</Button>
      </div>
      {isSaving && <SaveDialog of={of} params={params} own={presets} first={chosen} onClose={() => setSaving(false)} />}
    </div>
  )
}

interface DialogProps extends Omit<Props, 'onPick'> {
  readonly own: readonly ReportPreset[]
  readonly first: ReportPreset | undefined
  readonly onClose: () => void
}
function SaveDialog({ of, params, own, first, onClose }: DialogProps) {
  const t = useText()
  const act = useAct(reportPreset, calls.save, onClose)
  const [name, setName] = useState(first?.name ?? '')
  const [isMoving, setMoving] = useState(true)
  const today = todayText()
  const days = of.params.filter((p) => p.kind === 'day' && params[p.name])
  const kept = Object.fromEntries(
    Object.entries(params).map(([key, value]) => {
      if (!days.some((p) => p.name === key)) return [key, value]
      return [key, isMoving ? fromToday(value, today) : relativeDay(value, today)]
    }),
  )
  const isThere = own.some((p) => p.name === name.trim())
  return (
    <ActDialog
      act={act}
      title={t(texts.save)}
      okText={t(words.save)}
      isReady={name.trim() !== ''}
      width={480}
      onOk={() => void act.run({ path: of.path, name, params: kept }, () => t(texts.saved))}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t(reportPreset.fields.name.title)} required {...(isThere && { help: t(texts.replaces) })}>
          <Input
            aria-label={t(reportPreset.fields.name.title)}
            value={name}
            maxLength={40}
            onChange={(e) => setName(e.target.value)}
          />
        </Form.Item>
        {days.length > 0 && (
          <Form.Item help={t(texts.how)}>
            <Checkbox checked={isMoving} onChange={(e) => setMoving(e.target.checked)}>
              {t(texts.moving)}
            </Checkbox>
          </Form.Item>
        )}
      </Form>
      {own.map((preset) => (
        <Own key={preset.id} preset={preset} />
      ))}
    </ActDialog>
  )
}

/** One that is there: called otherwise, or given up. */
function Own({ preset: { id, name } }: { preset: ReportPreset }) {
  const t = useText()
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch(tell)
    await changed(reportPreset)
  }
  const rename = async (): Promise<void> => {
    const title: Text = ['参数方案[{name}]改名', 'Rename the preset [{name}]']
    const next = await ask({ title, args: { name }, reason: texts.name })
    if (next) await run(() => call(calls.rename, { id, name: next }))
  }
  return (
    <p className="report-plan">
      <span>{name}</span>
      <Button size="small" onClick={() => void rename()}>
        {t(['改名', 'Rename'])}
      </Button>
      <Button size="small" danger onClick={() => void run(() => call(calls.forget, { id }))}>
        {t(words.remove)}
      </Button>
    </p>
  )
}
