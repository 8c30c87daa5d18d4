import { sysFaults } from '@lading/contract/sys/faults.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { role } from '@lading/contract/sys/user.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused, report } from '../../client/errors.ts'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import { column } from '../../kernel/list/columns.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { labelIn, type Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useReach } from '../org/orgTree.ts'

const pageSize = 20
const refreshed = () => Promise.all([changed(role), changed(userView)])

/** Who holds the role; for who may change it, also others to give it to. */
export function RoleUsers({ row }: { row: Row }) {
  const t = useText()
  const { can } = useVerbs(role)
  const outOfReach = useReach()(row.orgId)
  const [page, setPage] = useState(1)
  const { selection, chosen } = useChoice<Row>()
  const [isAdding, setAdding] = useState(false)
  const users = useQuery({
    queryKey: [role.key, 'users', row.id, page],
    // Records of users, as every list gives them.
    queryFn: ({ signal }) => call(roleCalls.getRoleUsers, { id: row.id, page, pageSize }, { signal }),
    placeholderData: (before) => before,
  })
  const beyond = outOfReach ?? (row.isBeyond === true ? t(sysFaults.roleBeyond.text) : undefined)
  const take = async () => {
    const sure = await ask({
      title: ['收回{n}个用户的角色[{role}]？', 'Remove role [{role}] from {n} {n|user|users}?'],
      args: { n: chosen.length, role: labelIn(role, row).name },
      danger: true,
    })
    if (sure === undefined) return
    try {
      const { count } = await call(roleCalls.removeUsers, { id: row.id, userIds: chosen.map((u) => u.id) })
      notify('good', t(['已移除{count}个用户', 'Users removed: {count}'], { count }))
      selection.clear()
    } catch (error) {
      report(error)
    }
    await refreshed()
  }
  if (users.error) return <NotRead of={users} />
  const mayChange = can(role, 'update')
  return (
    <div className="role-users">
      {mayChange && (
        <div className="grants-save">
          <Tooltip title={beyond}>
            <span>
              <Button type="primary" disabled={beyond !== undefined} onClick={() => setAdding(true)}>
                {t(['添加用户', 'Add users'])}
              </Button>
            </span>
          </Tooltip>
          <Button danger disabled={chosen.length === 0 || beyond !== undefined} onClick={() => void take()}>
            {t(['移除用户', 'Remove users'])}
            {chosen.length > 0 && ` (${chosen.length})`}
          </Button>
        </div>
      )}
      {users.data ? (
        <ReadTable<Row>
          label={t(userView.title)}
          rows={users.data.records as unknown as readonly Row[]}
          columns={columns}
          selection={mayChange ? selection : undefined}
          none={['还没有用户持有该角色', 'Nobody has this role yet']}
          isBusy={users.isPlaceholderData}
          pages={{ page, pageSize, total: users.data.total ?? 0, go: setPage }}
        />
      ) : (
        <SkeletonRows rows={3} label={t(words.loading)} />
      )}
      {isAdding && <AddUsers row={row} onClose={() => setAdding(false)} />}
    </div>
  )
}

const username = column('username', userView.fields.username, (u) => {
  const place = detailOf(userView.key, u.id)
  return place ? <a href={hashOf(place)}>{String(u.username)}</a> : String(u.username)
})
const columns: readonly ReadColumn<Row>[] = [
  username,
  column('realName', userView.fields.realName),
  column('orgId', userView.fields.orgId),
  { name: 'state', title: words.state, width: 90, render: (u) => <EnabledTag of={u.disabled} /> },
]

function AddUsers({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const [picked, setPicked] = useState<readonly { id: string; name: string }[]>([])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const title = t(['添加用户到[{role}]', 'Add users to [{role}]'], { role: labelIn(role, row).name })
  const add = async () => {
    setBusy(true)
    try {
      const { count } = await call(roleCalls.addUsers, { id: row.id, userIds: picked.map((u) => u.id) })
      notify('good', t(['已添加{count}个用户', 'Users added: {count}'], { count }))
      await refreshed()
      onClose()
    } catch (error) {
      setProblem(asRefused(error).message)
    }
    setBusy(false)
  }
  return (
    <TabModal
      open
      width={480}
      title={title}
      okText={t(words.ok)}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: picked.length === 0 }}
      confirmLoading={isBusy}
      onOk={() => void add()}
      onCancel={onClose}
    >
      <RefSelect
        to={userView.key}
        title={t(['用户', 'User'])}
        value={undefined}
        onChange={(id, label) =>
          id && setPicked((all) => [...all.filter((u) => u.id !== id), { id, name: `${label?.code} ${label?.name}` }])
        }
      />
      <ul className="picked">
        {picked.map((u) => (
          <li key={u.id}>
            {u.name}
            <Button size="small" type="link" onClick={() => setPicked(picked.filter((other) => other.id !== u.id))}>
              {t(words.remove)}
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <div className="problem" role="alert">
          {problem}
        </div>
      )}
    </TabModal>
  )
}
