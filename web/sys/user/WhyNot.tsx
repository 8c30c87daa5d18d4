import type { PermissionNode } from '@lading/contract/sys/roleCalls.ts'
import { role } from '@lading/contract/sys/user.ts'
import { missingReasons, userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { Select } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { hashOf } from '../../client/location.ts'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

interface Props {
  readonly userId: string
  readonly orgId: string
  readonly tree: readonly PermissionNode[]
  readonly held: ReadonlySet<string>
}

/** What he may not do there: chosen by module and action, it says why not, and which roles would let him. */
export function WhyNot({ userId, orgId, tree, held }: Props) {
  const t = useText()
  const [permission, setPermission] = useState<string>()
  const options = useMemo(
    () =>
      tree.flatMap((area) =>
        (area.children ?? []).flatMap((module) =>
          (module.children ?? [])
            .filter((leaf) => !held.has(leaf.key))
            .map((leaf) => ({
              value: leaf.key,
              label: leaf.key === area.key ? area.title : `${area.title} · ${module.title} · ${leaf.title}`,
            })),
        ),
      ),
    [tree, held],
  )
  const title = t(['查询没有的权限', 'Look up a missing permission'])
  return (
    <section className="missing-right" aria-label={title}>
      <div className="grants-tools">
        <span>{title}</span>
        <Select
          className="missing-right-choice"
          aria-label={title}
          placeholder={t(['他为什么不能…', 'Why can he not …'])}
          value={permission ?? null}
          options={options}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(code: string | null) => setPermission(code ?? undefined)}
        />
      </div>
      {permission && <Answer id={userId} orgId={orgId} permission={permission} />}
    </section>
  )
}

function Answer(input: { id: string; orgId: string; permission: string }) {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const why = useCall(userAccessCalls.whyNot, input, { by: [language] })
  if (why.error) return <NotRead of={why} />
  if (!why.data) return <SkeletonRows rows={2} label={t(words.loading)} />
  const { isHeld, missing, givers } = why.data
  return (
    <div className="missing-right-answer" role="status">
      {isHeld && missing.length === 0 && <p>{t(['他在这里有这项权限', 'He has this permission here'])}</p>}
      <ul>
        {missing.map(({ reason, role: of }) => (
          <li key={`${reason}${of?.id}`}>
            {of && <RoleName {...of} />} {t(missingReasons[reason])}
          </li>
        ))}
      </ul>
      {givers.length > 0 && (
        <>
          <p className="muted">
            {t([
              '授予以下任一角色即可，权限少的在前：',
              'Any of these roles would give it, those that give least first:',
            ])}
          </p>
          <ul>
            {givers.map((g) => (
              <li key={g.id}>
                <RoleName {...g} />{' '}
                {g.isBeyond && <span className="muted">{t(['超出您的权限', 'beyond your own permissions'])}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {!isHeld && givers.length === 0 && (
        <p className="muted">
          {t(['您管理的角色中没有能在这里给出这项权限的', 'No role that you administer would give it here'])}
        </p>
      )}
    </div>
  )
}

/** A role, where it was given, and the way to it for who may look at roles. */
function RoleName({ id, name, orgName }: { id: string; name: string; orgName: string }): ReactNode {
  const may = useMay()
  const place = may(role, 'view') ? detailOf(role.key, id) : undefined
  return (
    <span>
      {place ? <a href={hashOf(place)}>{name}</a> : name} ({orgName})
    </span>
  )
}
