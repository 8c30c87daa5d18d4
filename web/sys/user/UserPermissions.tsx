import { role } from '@lading/contract/sys/user.ts'
import { type Grant, type SeenRows, userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { hashOf } from '../../client/location.ts'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { Duties } from '../role/Duties.tsx'
import { GrantAreas } from '../role/GrantAreas.tsx'
import { byReason, onlyChosen } from '../role/grants.ts'
import { WhyNot } from './WhyNot.tsx'

/** What a user may do while he works in one of his organisations, and by which role, given where. */
export function UserPermissions({ row }: { row: Row }) {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const [orgId, setOrgId] = useState(String(row.orgId))
  const orgs = useCall(userCalls.getWorkingOrgs, { id: row.id })
  const held = useCall(
    userAccessCalls.getPermissions,
    { id: row.id, orgId },
    { placeholderData: (before) => before, by: [language] },
  )
  if (held.error) return <NotRead of={held} />
  if (!held.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  const reasons = new Map(held.data.grants.map((g) => [g.permission, g.roles]))
  const title = t(['工作组织', 'Working organisation'])
  return (
    <>
      <div className="grants-tools">
        <span>{title}</span>
        <Select
          aria-label={title}
          value={orgId}
          loading={orgs.isPending}
          options={(orgs.data ?? []).map((o) => ({ value: o.id, label: `${o.code} ${o.name}` }))}
          popupMatchSelectWidth={false}
          onChange={setOrgId}
        />
        <span className="muted num">{t(['共 {n} 项权限', '{n} {n|permission|permissions}'], { n: reasons.size })}</span>
      </div>
      <WhyNot key={orgId} userId={row.id} orgId={orgId} tree={held.data.tree} held={new Set(reasons.keys())} />
      <Duties of={held.data.duties} />
      <Sees {...held.data.sees} />
      {reasons.size === 0 && <Empty title={t(['在这里没有任何权限', 'No permissions here'])} />}
      <GrantAreas tree={onlyChosen(held.data.tree, new Set(reasons.keys()))}>
        {(leaves) =>
          byReason(leaves, reasons).map(({ titles, roles }) => (
            <div key={titles.join()} className="grants-reason">
              <span>{titles.join(language === 'zh-CN' ? '、' : ', ')}</span>
              <Roles roles={roles} />
            </div>
          ))
        }
      </GrantAreas>
    </>
  )
}

/** Whose rows he sees meanwhile; nothing to say where that is all that the organisation sees. */
function Sees({ orgs, own, owners, carriers }: SeenRows) {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const list = (names: readonly string[]) => names.join(language === 'zh-CN' ? '、' : ', ')
  const said = [
    orgs && orgs.length > 0 && t(['组织 {names}', 'organisations {names}'], { names: list(orgs) }),
    own && t(['本人的单据和任务', 'own documents and tasks']),
    orgs?.length === 0 && !own && t(['没有任何组织的数据', 'no rows of any organisation']),
    owners && owners.length > 0 && t(['货主 {names}', 'owners {names}'], { names: list(owners) }),
    carriers && t(['承运商 {names}', 'carriers {names}'], { names: list(carriers) }),
    owners?.length === 0 && t(['没有任何货主的数据', 'no owner’s goods']),
  ].filter(Boolean)
  if (said.length === 0) return null
  return (
    <p className="muted">
      {t(['只能看到：{what}', 'Sees only: {what}'], { what: said.join(language === 'zh-CN' ? '；' : '; ') })}
    </p>
  )
}

function Roles({ roles }: { roles: readonly Grant['roles'][number][] }) {
  const may = useMay()
  return (
    <span className="muted">
      {roles.map((r, i) => {
        const place = may(role, 'view') ? detailOf(role.key, r.id) : undefined
        return (
          <span key={r.id}>
            {i > 0 && ' · '}
            {place ? <a href={hashOf(place)}>{r.name}</a> : r.name} ({r.orgName})
          </span>
        )
      })}
    </span>
  )
}
