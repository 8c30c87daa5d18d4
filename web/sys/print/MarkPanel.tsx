import type { Text } from '@lading/contract/kernel/text.ts'
import { type LayoutMark, markKinds, printAligns } from '@lading/contract/sys/printForm.ts'
import type { DesignField } from '@lading/contract/sys/printTemplate.ts'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { ImageUpload } from '../../platform/file/ImageUpload.tsx'
import { notify } from '../../ui/notices.tsx'
import { pngOf } from './pngOf.ts'

const numbers = {
  x: ['左 mm', 'Left mm'],
  y: ['上 mm', 'Top mm'],
  width: ['宽 mm', 'Width mm'],
  height: ['高 mm', 'Height mm'],
  size: ['字号 pt', 'Size pt'],
} as const satisfies Record<string, Text>
const texts = {
  kind: ['类型', 'Kind'],
  text: ['内容', 'Content'],
  insert: ['插入数据项', 'Insert a value'],
  align: ['对齐', 'Align'],
  after: ['跟在表格之后（仅末页）', 'Below the table, on the last page only'],
} as const satisfies Record<string, Text>

interface Props {
  readonly mark: LayoutMark
  readonly fields: readonly DesignField[]
  readonly hasTable: boolean
  readonly isLocked: boolean
  readonly onChange: (mark: LayoutMark) => void
  readonly onRemove: () => void
}

/** What is said of the mark that is chosen. */
export function MarkPanel({ mark, fields, hasTable, isLocked, onChange, onRemove }: Props) {
  const t = useText()
  const set = (change: Partial<LayoutMark>) => onChange({ ...mark, ...change })
  const isWritten = mark.kind !== 'line' && mark.kind !== 'image'
  const asked = (Object.keys(numbers) as (keyof typeof numbers)[]).filter((n) => n !== 'size' || mark.kind === 'text')
  return (
    <fieldset className="print-panel" disabled={isLocked}>
      <legend>{t(markKinds[mark.kind])}</legend>
      <div className="print-row">
        {t(texts.kind)}
        <Select
          value={mark.kind}
          disabled={isLocked}
          aria-label={t(texts.kind)}
          options={Object.entries(markKinds).map(([value, title]) => ({ value, label: t(title) }))}
          onChange={(kind) => set({ kind: kind as LayoutMark['kind'] })}
        />
      </div>
      {mark.kind === 'image' && <Picture mark={mark} isLocked={isLocked} onChange={onChange} />}
      {isWritten && (
        <>
          <div className="print-row">
            {t(texts.text)}
            <Input
              value={mark.text}
              maxLength={500}
              aria-label={t(texts.text)}
              onChange={(e) => set({ text: e.target.value })}
            />
          </div>
          <div className="print-row">
            {t(texts.insert)}
            <Select
              value={null}
              disabled={isLocked}
              aria-label={t(texts.insert)}
              options={fields.map((f) => ({ value: f.name, label: `${f.title} {${f.name}}` }))}
              onChange={(name) => set({ text: `${mark.text}{${name}}` })}
            />
          </div>
        </>
      )}
      {asked.map((name) => (
        <div key={name} className="print-row">
          {t(numbers[name])}
          <InputNumber
            value={mark[name]}
            min={name === 'size' ? 4 : name === 'x' || name === 'y' ? 0 : 0.1}
            max={name === 'size' ? 120 : 500}
            step={name === 'size' ? 1 : 0.5}
            disabled={isLocked}
            aria-label={t(numbers[name])}
            onChange={(n) => n !== null && set({ [name]: n })}
          />
        </div>
      ))}
      {mark.kind === 'text' && (
        <div className="print-row">
          {t(texts.align)}
          <Select
            value={mark.align}
            disabled={isLocked}
            aria-label={t(texts.align)}
            options={Object.entries(printAligns).map(([value, title]) => ({ value, label: t(title) }))}
            onChange={(align) => set({ align: align as LayoutMark['align'] })}
          />
        </div>
      )}
      {hasTable && (
        <Checkbox checked={mark.after} disabled={isLocked} onChange={(e) => set({ after: e.target.checked })}>
          {t(texts.after)}
        </Checkbox>
      )}
      {!isLocked && (
        <Button danger onClick={onRemove}>
          {t(words.remove)}
        </Button>
      )}
    </fieldset>
  )
}

/** What an image shows, and another one for it. On a label all is black or white. */
function Picture({ mark, isLocked, onChange }: Pick<Props, 'mark' | 'isLocked' | 'onChange'>) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const choose = async (file: File) => {
    setBusy(true)
    const image = await pngOf(file)
    setBusy(false)
    if (image === undefined)
      notify('warn', t(['图片无法读取，请换一张', 'This image cannot be read: choose another one']))
    else onChange({ ...mark, image })
  }
  return (
    <div className="print-picture">
      {mark.image && <img src={mark.image} alt={t(markKinds.image)} />}
      {!isLocked && (
        <ImageUpload
          label={t(mark.image ? ['更换图片', 'Replace image'] : ['选择图片', 'Choose an image'])}
          worth={asChosen}
          isBusy={isBusy}
          onFile={choose}
        />
      )}
      <small className="hint">{t(['标签打印机只打黑白', 'Label printers print black and white only'])}</small>
    </div>
  )
}
/** It is made small here, and a PNG. */
const asChosen = { sideMax: 4096, bytesEnough: 20_000_000, isClear: true } as const
