import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { DraftRow } from '../form/draft.ts'
import { FieldRow } from '../form/FieldRow.tsx'
import { TabDrawer } from '../TabDrawer.tsx'
import { words } from '../words.ts'
import type { InputProps } from './inputs.tsx'
import { problemOf } from './rules.ts'

interface Props {
  readonly of: AnyEntity
  readonly row: DraftRow
  readonly where?: InputProps['where']
  readonly title: string
  /** What the server, or an earlier look, said of the row's fields. */
  readonly problems: Readonly<Record<string, string>>
  readonly onDone: (row: DraftRow) => void
  readonly onClose: () => void
}

/** One child row in a form of its own. What is typed is the row's when it is taken over, and is saved with the whole. */
export function RowForm({ of, row, where, title, problems: told, onDone, onClose }: Props) {
  const t = useText()
  const [draft, setDraft] = useState(row)
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const fields = of.form.flatMap((name) => {
    const field = of.fields[name]
    return field && !field.derived && field.kind !== 'rows' && field.kind !== 'json' ? [[name, field] as const] : []
  })
  const problems = new Map(
    fields.flatMap(([name, field]) => {
      const p = problemOf(field, draft[name])
      return p ? [[name, t(p.text, p.args)]] : []
    }),
  )
  const done = () => {
    setShown(new Set(of.form))
    if (problems.size === 0) onDone(draft)
  }
  return (
    <TabDrawer
      open
      size={440}
      title={title}
      onClose={onClose}
      footer={
        <div className="drawer-foot">
          <Button onClick={onClose}>{t(words.cancel)}</Button>
          <Button type="primary" onClick={done}>
            {t(words.ok)}
          </Button>
        </div>
      }
    >
      <div className="row-form">
        {fields.map(([name, field]) => (
          <FieldRow
            key={name}
            field={field}
            value={draft[name]}
            label={draft.refs?.[name]}
            record={draft}
            where={whereOf(where, name)}
            problem={
              (shown.has(name) ? problems.get(name) : undefined) ?? (draft[name] === row[name] ? told[name] : undefined)
            }
            isDisabled={field.frozen === true && row.id !== undefined}
            onLeave={() => setShown((s) => new Set([...s, name]))}
            onChange={(value, label) =>
              setDraft((d) => ({ ...d, [name]: value, ...(label && { refs: { ...d.refs, [name]: label } }) }))
            }
          />
        ))}
      </div>
    </TabDrawer>
  )
}

/** Which rows a ref of the row offers, of what is said of all its refs. */
function whereOf(where: InputProps['where'], name: string): InputProps['where'] {
  const own = Object.entries(where ?? {}).filter(([path]) => path.startsWith(`${name}.`))
  return own.length > 0
    ? Object.fromEntries(own.map(([path, value]) => [path.slice(name.length + 1), value]))
    : undefined
}
