import { faults } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ComponentType, useState } from 'react'
import type { Refused } from '../../client/client.ts'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import { getRow, type Row, type Seen } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { OrgInput } from '../org/OrgInput.tsx'
import { RoleDuties } from '../role/Duties.tsx'
import { DropRoles, type MoreProps } from './DropRoles.tsx'
import { CarriersChoice, type ListProps, OrgsChoice, OwnersChoice, RoleChoice } from './lists.tsx'

/** What of a user is changed by a call of its own. */
interface Part {
  readonly title: Text
  readonly hint?: Text
  readonly Choice: ComponentType<ListProps>
  readonly read: (row: Row) => readonly string[]
  readonly write: (seen: Seen, ids: readonly string[], isMore: boolean) => Promise<unknown>
  /** What is asked besides, once something else was chosen. */
  readonly More?: ComponentType<MoreProps>
  /** What is to be known of what is chosen. */
  readonly Told?: ComponentType<{ readonly ids: readonly string[] }>
}

const childIds = (field: string, name: string) => (row: Row) =>
  // Records of users carry their child rows.
  ((row[field] ?? []) as readonly Row[]).map((child) => String(child[name]))

/** One organisation, chosen as in a form. */
const OwnOrg = ({ title, value, onChange }: ListProps) => (
  <OrgInput
    id="own-org"
    field={userView.fields.orgId}
    title={title}
    value={value[0]}
    record={{}}
    isInvalid={false}
    onChange={(id) => onChange(id ? [String(id)] : [])}
  />
)

export const parts = {
  roles: {
    title: ['角色', 'Roles'],
    Choice: RoleChoice,
    read: childIds('roles', 'roleId'),
    write: (seen, roleIds) => call(userCalls.updateRoles, { ...seen, roleIds: [...roleIds] }),
    Told: RoleDuties,
  },
  orgs: {
    title: ['可用组织', 'Working organisations'],
    hint: ['所属组织始终可用', 'The home organisation is always included'],
    Choice: OrgsChoice,
    read: childIds('orgs', 'orgId'),
    write: (seen, ids) => call(userCalls.updateWorkingOrgs, { ...seen, workingOrgIds: [...ids] }),
  },
  owners: {
    title: ['货主范围', 'Owners'],
    hint: ['不选表示全部货主', 'If none is selected: all owners'],
    Choice: OwnersChoice,
    read: childIds('owners', 'ownerId'),
    write: (seen, ownerIds) => call(userCalls.updateOwners, { ...seen, ownerIds: [...ownerIds] }),
  },
  carriers: {
    title: ['承运商范围', 'Carriers'],
    hint: ['选了承运商的用户只能看到这些承运商的数据', 'Whoever has carriers sees nothing but theirs'],
    Choice: CarriersChoice,
    read: childIds('carriers', 'carrierId'),
    write: (seen, carrierIds) => call(userCalls.updateCarriers, { ...seen, carrierIds: [...carrierIds] }),
  },
  org: {
    title: ['所属组织', 'Home organisation'],
    Choice: OwnOrg,
    read: (row) => [String(row.orgId)],
    write: (seen, [orgId = ''], dropRoles) => call(userCalls.updateOrg, { ...seen, orgId, dropRoles }),
    More: DropRoles,
  },
} as const satisfies Record<string, Part>
export type PartName = keyof typeof parts

/** Changes one part of a user, always of the user as he is now. */
export function UserDialog({ what, id, onClose }: { what: PartName; id: string; onClose: () => void }) {
  const t = useText()
  const part: Part = parts[what]
  const record = useQuery({
    queryKey: [userView.key, 'part', id],
    queryFn: ({ signal }) => getRow(userView, id, signal),
    staleTime: 'static',
    gcTime: 0,
  })
  const [chosen, setChosen] = useState<readonly string[]>()
  const [isMore, setMore] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const row = record.data
  const save = async () => {
    if (!row) return
    setBusy(true)
    setRefused(undefined)
    try {
      await part.write({ id: row.id, version: row.version }, chosen ?? part.read(row), isMore)
      notify('good', t(words.saved))
      await changed(userView)
      onClose()
    } catch (error) {
      setRefused(asRefused(error))
    }
    setBusy(false)
  }
  const again = async () => {
    await record.refetch()
    setRefused(undefined)
  }
  const problem = refused ?? (record.error ? asRefused(record.error) : undefined)
  return (
    <TabModal
      open
      width={520}
      title={`${t(part.title)} · ${row ? `${String(row.username)} ${String(row.realName)}` : ''}`}
      okText={t(words.save)}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: !row || chosen === undefined || record.isFetching }}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && (
        <Alert
          className="dialog-problem"
          type="error"
          showIcon
          title={problem.message}
          action={
            problem.code === faults.stale.code && (
              <Button size="small" onClick={() => void again()}>
                {t(['读取最新数据，保留我的修改', 'Load the latest, keep my changes'])}
              </Button>
            )
          }
        />
      )}
      {!row && !problem && <SkeletonRows rows={4} label={t(words.loading)} />}
      {row && (
        <part.Choice
          title={t(part.title)}
          value={chosen ?? part.read(row)}
          ownOrgId={String(row.orgId)}
          onChange={setChosen}
        />
      )}
      {row && part.Told && <part.Told ids={chosen ?? part.read(row)} />}
      {row && part.More && chosen && chosen[0] !== row.orgId && (
        <part.More row={row} value={isMore} onChange={setMore} />
      )}
      {row && part.hint && <div className="hint">{t(part.hint)}</div>}
    </TabModal>
  )
}
