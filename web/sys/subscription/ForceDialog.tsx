import { messageForce, type SubscriptionType, subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import { role } from '@lading/contract/sys/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { labelIn, queryRows } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { CheckList } from '../CheckList.tsx'
import { useReach } from '../org/orgTree.ts'

/** Chooses the roles whose people must hear of a kind of message. */
export function ForceDialog({ type, onClose }: { type: SubscriptionType; onClose: () => void }) {
  const t = useText()
  const reach = useReach()
  const act = useAct(messageForce, subscriptionCalls.force, onClose)
  const [chosen, setChosen] = useState<readonly string[]>(type.roles.map((r) => r.id))
  const roles = useQuery({
    queryKey: [role.key, 'all'],
    queryFn: ({ signal }) => queryRows(role, { pageSize: 0, searchCount: false }, signal),
  })
  const all = roles.data?.records ?? []
  // What stands out of reach stays as it is, and is not sent.
  const within = new Set(all.filter((r) => reach(r.orgId) === undefined).map((r) => r.id))
  const title = t(['强制订阅：{what}', 'Who must hear of: {what}'], { what: type.title })
  return (
    <ActDialog
      act={act}
      width={520}
      title={title}
      okText={t(['保存', 'Save'])}
      isReady={!roles.isPending && !roles.error}
      onOk={() =>
        void act.run({ key: type.key, roleIds: chosen.filter((id) => within.has(id)) }, ({ added, removed }) =>
          t(['已保存：增加{added}个角色，减少{removed}个', 'Saved: {added} roles added, {removed} taken away'], {
            added,
            removed,
          }),
        )
      }
      onClose={onClose}
    >
      <p>
        {t([
          '所选角色的用户一定会收到该消息，不能自行关闭。',
          'People of these roles hear of it and cannot turn it off.',
        ])}
      </p>
      <CheckList
        title={title}
        items={all.map((r) => ({
          id: r.id,
          title: labelIn(role, r).name,
          note: String(r.orgName ?? ''),
          refused: reach(r.orgId),
        }))}
        chosen={chosen}
        onChange={setChosen}
        isPending={roles.isPending}
        problem={roles.error ? asRefused(roles.error).message : undefined}
      />
    </ActDialog>
  )
}
