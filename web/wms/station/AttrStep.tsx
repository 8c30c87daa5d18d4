import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { Input } from 'antd'
import { useId } from 'react'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import { asks } from './texts.ts'
import type { WorkModel } from './useWork.ts'

/** What the product asks of each lot: typed, or scanned into the first that is empty. */
export function AttrStep({ work, line }: { work: WorkModel; line: WorkLine }) {
  const t = useText()
  const attrs = work.draft.attrs ?? {}
  const asked = line.product?.lotAttrs ?? []
  const isMissing = asked.some((a) => a.needed && !attrs[a.name]?.trim())
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">{t(asks.attrs)}</div>
        {line.product && <div className="station-name">{line.product.name}</div>}
      </div>
      {asked.map(({ name, needed }) => (
        <AttrInput
          key={name}
          title={needed ? `${name} *` : name}
          value={attrs[name] ?? ''}
          onChange={(value) => work.take({ ...work.draft, attrs: { ...attrs, [name]: value } }, line.id)}
        />
      ))}
      <Big main disabled={isMissing} onClick={() => work.take({ ...work.draft, isAttrsDone: true }, line.id)}>
        {t(words.ok)}
      </Big>
    </>
  )
}

function AttrInput({ title, value, onChange }: { title: string; value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{title}</label>
      <Input
        id={id}
        size="large"
        maxLength={64}
        value={value}
        autoComplete="off"
        onChange={(e) => onChange(e.target.value)}
      />
    </div>
  )
}
