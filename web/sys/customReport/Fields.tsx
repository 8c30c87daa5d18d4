import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import { Collapse, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { dragType } from './Board.tsx'
import type { Dragged } from './drop.ts'

interface Props {
  readonly models: readonly DescribedModel[]
  /** Puts a field where the board's choice is. */
  readonly onTake: (d: Dragged) => void
}

/** What reports are made of: dragged onto a cell, or pressed. */
export function Fields({ models, onTake }: Props) {
  const t = useText()
  const [word, setWord] = useState('')
  const sought = word.trim().toLowerCase()
  const shown = models
    .map((m) => ({ ...m, own: fieldsOf(m).filter((f) => f.title.toLowerCase().includes(sought)) }))
    .filter((m) => m.own.length > 0)
  return (
    <div className="design-fields card">
      <Input
        allowClear
        size="small"
        placeholder={t(['查找字段', 'Find a field'])}
        onChange={(e) => setWord(e.target.value)}
      />
      <Collapse
        ghost
        size="small"
        {...(sought !== '' && { activeKey: shown.map((m) => m.key) })}
        items={shown.map((m) => ({
          key: m.key,
          label: m.title,
          children: m.own.map((f) => (
            <button
              key={f.name}
              type="button"
              draggable
              className={f.isMeasure ? 'is-measure' : ''}
              onDragStart={(e) => e.dataTransfer.setData(dragType, JSON.stringify(f))}
              onClick={() => onTake(f)}
            >
              {f.isMeasure ? '∑ ' : ''}
              {f.title}
            </button>
          )),
        }))}
      />
    </div>
  )
}

const fieldsOf = ({ key: model, dims, measures }: DescribedModel): Dragged[] => [
  ...measures.map(({ name, title }) => ({ model, name, title, isMeasure: true })),
  ...dims.map(({ name, title }) => ({ model, name, title, isMeasure: false })),
]
