import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { role } from '@lading/contract/sys/user.ts'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { labelIn, type Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { GrantAreas } from './GrantAreas.tsx'
import { type Codes, compared, onlyChosen } from './grants.ts'

/** The permissions of a role, as they are saved. */
export function useGrants(id: string | undefined) {
  const language = usePrefs((p) => p.language)
  return useCall(roleCalls.getPermission, { id: id ?? '' }, { enabled: id !== undefined, by: [language] })
}

/** Two roles side by side: what one allows and the other does not. */
export function RoleCompare({ row }: { row: Row }) {
  const t = useText()
  const [other, setOther] = useState<{ id: string; name: string }>()
  const [isAll, setAll] = useState(false)
  const [own, theirs] = [useGrants(row.id), useGrants(other?.id)]
  const title = t(['对比的角色', 'The other role'])
  const failed = [own, theirs].find((q) => q.error)
  return (
    <>
      <div className="grants-tools">
        <span>{title}</span>
        <div className="grants-other">
          <RefSelect
            to={role.key}
            title={title}
            value={other?.id}
            onChange={(id, label) => setOther(id ? { id, name: label?.name ?? '' } : undefined)}
          />
        </div>
        <Checkbox checked={isAll} onChange={(e) => setAll(e.target.checked)}>
          {t(['也显示相同的', 'Show identical permissions too'])}
        </Checkbox>
      </div>
      {failed && <NotRead of={failed} />}
      {!failed && other && !(own.data && theirs.data) && <SkeletonRows rows={6} label={t(words.loading)} />}
      {!failed && other && own.data && theirs.data && (
        <Differences
          tree={own.data.tree}
          names={[labelIn(role, row).name, other.name]}
          held={[new Set(own.data.held), new Set(theirs.data.held)]}
          isAll={isAll}
        />
      )}
    </>
  )
}

function Differences({
  tree,
  names,
  held: [a, b],
  isAll,
}: {
  tree: Parameters<typeof onlyChosen>[0]
  names: readonly [string, string]
  held: readonly [Codes, Codes]
  isAll: boolean
}) {
  const t = useText()
  const glue = usePrefs((p) => (p.language === 'zh-CN' ? '、' : ', '))
  const either = new Set([...a, ...b])
  const shown = isAll ? either : new Set([...either].filter((c) => a.has(c) !== b.has(c)))
  if (shown.size === 0) return <Empty title={t(['两个角色的权限相同', 'Both roles have the same permissions'])} />
  const count = (of: Codes, but: Codes) => [...of].filter((c) => !but.has(c)).length
  const heads = [`${names[0]} (+${count(a, b)})`, `${names[1]} (+${count(b, a)})`]
  return (
    <>
      <div className="grants-module grants-sides">
        <span />
        <div>
          {heads.map((head, i) => (
            <b key={names[i] === names[0] ? i : head}>{head}</b>
          ))}
        </div>
      </div>
      <GrantAreas tree={onlyChosen(tree, shown)}>
        {(leaves) => {
          const { onlyA, onlyB, both } = compared(leaves, a, b)
          return (
            <>
              <div className="grants-two">
                <span>{onlyA.join(glue) || '–'}</span>
                <span>{onlyB.join(glue) || '–'}</span>
              </div>
              {both.length > 0 && (
                <div className="muted">{t(['都有：{list}', 'Both: {list}'], { list: both.join(glue) })}</div>
              )}
            </>
          )
        }}
      </GrantAreas>
    </>
  )
}
