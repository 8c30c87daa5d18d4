import type { Text } from '@lading/contract/kernel/text.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { Table } from 'antd'
import { asRefused } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Card } from '../../ui/Page.tsx'

const texts = {
  title: ['我的角色', 'My roles'],
  name: ['角色', 'Role'],
  org: ['组织', 'Organisation'],
  remark: ['备注', 'Remark'],
  none: ['在所属组织没有启用的角色', 'No enabled role in your own organisation'],
} as const satisfies Record<string, Text>

/** The specification's. */
const tableMax = 300

/** The user's roles of his own organisation, as far as they are enabled. */
export function OwnRoles() {
  const t = useText()
  const user = useUser()
  const { data, error, isPending } = useCall(userCalls.getRoles, {}, { by: [user.id] })
  const roles = data?.filter((role) => role.orgId === user.orgId && !role.disabled)
  return (
    <Card title={t(texts.title)}>
      {error ? (
        <p className="problem">{asRefused(error).message}</p>
      ) : roles?.length === 0 ? (
        <p className="muted own-roles-none">{t(texts.none)}</p>
      ) : (
        <Table
          className="own-roles"
          size="small"
          rowKey="id"
          loading={isPending}
          pagination={false}
          scroll={{ y: tableMax }}
          dataSource={roles ?? []}
          locale={{ emptyText: ' ' }}
          columns={[
            { title: t(texts.name), dataIndex: 'name' },
            { title: t(texts.org), dataIndex: 'orgName' },
            { title: t(texts.remark), dataIndex: 'remark' },
          ]}
        />
      )}
    </Card>
  )
}
