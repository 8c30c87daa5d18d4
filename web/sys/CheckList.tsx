import { Checkbox, Input, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import { words } from '../kernel/words.ts'
import { SkeletonRows } from '../ui/states.tsx'
import './sys.css'
import { Indent } from '../ui/Indent.tsx'

export interface CheckItem {
  readonly id: string
  readonly title: string
  /** Beside the title, more quietly. */
  readonly note?: string | undefined
  /** Why it cannot be chosen; what is chosen already may still be taken away. */
  readonly refused?: string | undefined
  readonly depth?: number
}

interface Props {
  readonly title: string
  readonly items: readonly CheckItem[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly isPending?: boolean
  /** What is shown in place of the items. */
  readonly problem?: string | undefined
}
const searchFrom = 8

/** Any of a list that is known whole: with a search, and what is chosen counted. */
export function CheckList({ title, items, chosen, onChange, isPending = false, problem }: Props) {
  const t = useText()
  const [typed, setTyped] = useState('')
  if (isPending) return <SkeletonRows rows={3} label={t(words.loading)} />
  if (problem) return <p className="muted">{problem}</p>
  const word = typed.trim().toLowerCase()
  const found = items.filter((i) => `${i.title}\n${i.note ?? ''}`.toLowerCase().includes(word))
  const toggle = (id: string, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((c) => c !== id))
  return (
    <fieldset className="check-list" aria-label={title}>
      {items.length > searchFrom && (
        <Input
          allowClear
          size="small"
          value={typed}
          aria-label={`${title} ${t(words.query)}`}
          placeholder={t(words.query)}
          onChange={(e) => setTyped(e.target.value)}
        />
      )}
      <ul>
        {found.map((i) => (
          <li key={i.id}>
            <Indent depth={word ? 0 : (i.depth ?? 0)}>
              <Tooltip title={i.refused} placement="right">
                <Checkbox
                  checked={chosen.includes(i.id)}
                  disabled={i.refused !== undefined && !chosen.includes(i.id)}
                  onChange={(e) => toggle(i.id, e.target.checked)}
                >
                  {i.title} {i.note && <small className="muted">{i.note}</small>}
                </Checkbox>
              </Tooltip>
            </Indent>
          </li>
        ))}
        {found.length === 0 && <li className="muted">{t(['没有符合的数据', 'No matches'])}</li>}
      </ul>
      <div className="muted check-count">{t(['已选{n}项', '{n} selected'], { n: chosen.length })}</div>
    </fieldset>
  )
}
