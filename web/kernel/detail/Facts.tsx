import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { cell, valueIn } from '../field/cells.tsx'
import { isEmpty } from '../field/rules.ts'
import type { Row } from '../records.ts'

/**
 * What is known of a record, as name and value; who wrote it stands in one line below. What is empty is left out: the
 * form tells what else could be said.
 */
export function Facts({ of, row, omit = [] }: { of: AnyEntity; row: Row; omit?: readonly string[] }) {
  const t = useText()
  // The ids of a tree's path are nobody's concern, nor how the name is typed; long texts come last and wide.
  const isTold = ([name, f]: readonly [string, Field]) =>
    f.kind !== 'rows' &&
    f.kind !== 'json' &&
    name !== 'path' &&
    name !== of.label.typed &&
    !omit.includes(name) &&
    !isEmpty(row[name])
  const told = Object.entries(of.fields).filter(isTold)
  const isLong = ([, f]: readonly [string, Field]) => f.kind === 'note'
  const all = [...told.filter((x) => !isLong(x)), ...told.filter(isLong)]
  return (
    <>
      <dl className="facts">
        {all.map(([name, field]) => (
          <div key={name} className={field.kind === 'note' ? 'fact fact-wide' : 'fact'}>
            <dt>{t(field.title)}</dt>
            <dd>{cell(field, valueIn(field, name, row, t), row.refs[name], t)}</dd>
          </div>
        ))}
      </dl>
      <Written row={row} />
    </>
  )
}

function Written({ row }: { row: Row }) {
  const t = useText()
  const said = (who: unknown, when: unknown) => [who, when && shownTime(String(when))].filter(Boolean).join(' ')
  const made = said(row.creatorName, row.createTime)
  const changed = row.lastModifyTime === row.createTime ? '' : said(row.lastModifierName, row.lastModifyTime)
  const parts = [
    made && t(['创建：{who}', 'Created: {who}'], { who: made }),
    changed && t(['最后修改：{who}', 'Last changed: {who}'], { who: changed }),
  ]
  return <p className="written">{parts.filter(Boolean).join(' · ')}</p>
}
