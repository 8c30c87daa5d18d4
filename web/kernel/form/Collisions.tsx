import { Alert } from 'antd'
import { useMemo } from 'react'
import { type Say, useText } from '../../client/text.ts'
import { said } from '../field/cells.tsx'
import type { ReadColumn } from '../grid/columns.tsx'
import { ReadTable } from '../grid/ReadTable.tsx'
import { type DraftRow, isRows } from './draft.ts'
import type { Collision, Side } from './merge.ts'
import type { FormModel } from './useForm.ts'

const sides = ['theirs', 'mine'] as const
const titles = { theirs: ['他人改为', 'Theirs'], mine: ['我的修改', 'Mine'] } as const

/** What two people changed at once, side by side: a click chooses which of the two is saved. */
export function Collisions({ form }: { form: FormModel }) {
  const t = useText()
  const columns = useMemo(
    (): readonly ReadColumn<Collision>[] => [
      { name: 'field', title: ['字段', 'Field'], width: 220, said: (c, say) => placeOf(c, say) },
      ...sides.map((side) => ({
        name: side,
        title: titles[side],
        width: 320,
        said: (c: Collision, say: Say) => sayOf(c, c[side], say),
        beside: 40,
        render: (c: Collision, say: Say) => (
          <button
            type="button"
            className="collision-side"
            aria-pressed={c.stands === side}
            onClick={() => form.settle(c, side)}
          >
            {sayOf(c, c[side], say)}
          </button>
        ),
      })),
    ],
    [form.settle],
  )
  const rows = form.collisions.map((c) => ({ ...c, id: c.key }))
  const title = t(['{n} 处与他人同时修改', 'Values also changed by someone else: {n}'], { n: rows.length })
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={title}
      description={
        <>
          <p>{t(['点击要保存的一方。', 'Click the one to save.'])}</p>
          <ReadTable label={title} columns={columns} rows={rows} />
        </>
      }
    />
  )
}

const placeOf = ({ field, line }: Collision, t: Say): string =>
  line === undefined
    ? t(field.title)
    : t(['第{line}行 {title}', 'Line {line}: {title}'], { line, title: t(field.title) })

function sayOf({ field }: Collision, { value, label, isGone }: Side, t: Say): string {
  if (isGone) return t(['已删除', 'Removed'])
  if (isRows(value)) return value.map((row) => rowSaid(field, row, t)).join('; ')
  return said(field, value, label, t) || t(['空', 'Empty'])
}

/** A whole row in a few words: what it is, and its figures. */
const rowSaid = ({ rows }: Collision['field'], row: DraftRow, t: Say): string =>
  Object.entries(rows?.entity.fields ?? {})
    .flatMap(([name, f]) => (f.derived ? [] : [said(f, row[name], row.refs?.[name], t)]))
    .filter(Boolean)
    .slice(0, 4)
    .join(' · ')
