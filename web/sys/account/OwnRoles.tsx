import type { Text } from '@lading/contract/kernel/text.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import type { z } from 'zod'
import { asRefused } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { Card } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

const texts = {
  title: ['我的角色', 'My roles'],
  none: ['在所属组织没有启用的角色', 'No enabled role in your home organisation'],
} as const satisfies Record<string, Text>

type OwnRole = z.output<typeof userCalls.getRoles.output>[number]
const columns: readonly ReadColumn<OwnRole>[] = [
  { name: 'name', title: ['角色', 'Role'], width: 240, said: (r) => r.name },
  { name: 'org', title: ['组织', 'Organisation'], width: 240, said: (r) => r.orgName ?? '' },
  { name: 'remark', title: ['备注', 'Remark'], width: 320, said: (r) => r.remark ?? '', wraps: true },
]

/** The specification's. */
const tableMax = 300

/** The user's roles of his own organisation, as far as they are enabled. */
export function OwnRoles() {
  const t = useText()
  const user = useUser()
  const { data, error } = useCall(userCalls.getRoles, {}, { by: [user.id] })
  const roles = data?.filter((role) => role.orgId === user.orgId && !role.disabled)
  return (
    <Card title={t(texts.title)}>
      {error ? (
        <p className="problem">{asRefused(error).message}</p>
      ) : roles ? (
        <ReadTable<OwnRole> label={t(texts.title)} rows={roles} columns={columns} none={texts.none} height={tableMax} />
      ) : (
        <SkeletonRows rows={2} label={t(words.loading)} />
      )}
    </Card>
  )
}
