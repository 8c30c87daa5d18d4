import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { instant, text } from '@lading/contract/kernel/field.ts'
import { useText } from '../../client/text.ts'
import { cell } from '../field/cells.tsx'
import { isEmpty } from '../field/rules.ts'
import type { Row } from '../records.ts'
import { words } from '../words.ts'

const bookkeeping: readonly [string, Field][] = [
  ['creatorName', text(words.creatorName)],
  ['createTime', instant(words.createTime)],
  ['lastModifierName', text(words.lastModifierName)],
  ['lastModifyTime', instant(words.lastModifyTime)],
]

/** The fields of a record as name and value. */
export function Facts({ of, row, omit = [] }: { of: AnyEntity; row: Row; omit?: readonly string[] }) {
  const t = useText()
  // What only the server fills is told when it has, the ids of a tree's path never; long texts come last and wide.
  const isTold = (name: string, f: Field) => !f.derived || (name !== 'path' && !isEmpty(row[name]))
  const own = Object.entries(of.fields).filter(
    ([name, f]) => f.kind !== 'rows' && f.kind !== 'json' && !omit.includes(name) && isTold(name, f),
  )
  const isLong = ([, f]: readonly [string, Field]) => f.kind === 'note'
  const all = [...own.filter((x) => !isLong(x)), ...bookkeeping, ...own.filter(isLong)]
  return (
    <dl className="facts">
      {all.map(([name, field]) => (
        <div key={name} className={field.kind === 'note' ? 'fact fact-wide' : 'fact'}>
          <dt>{t(field.title)}</dt>
          <dd>{cell(field, row[name], row.refs[name], t)}</dd>
        </div>
      ))}
    </dl>
  )
}
