import type { Text } from '@lading/contract/kernel/text.ts'
import { roleCalls } from '@lading/contract/sys/roleCalls.ts'
import { role } from '@lading/contract/sys/user.ts'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { useOrgs } from '../org/orgTree.ts'
import { OrgsChoice, useAllRoles } from '../user/lists.tsx'

const texts = {
  title: ['批量新增角色', 'New role in several organisations'],
  orgs: ['组织', 'Organisations'],
  from: ['同角色', 'Like role'],
  none: ['不选则没有权限，之后逐个设置', 'None: the roles have no permissions yet'],
  hint: [
    '权限、数据范围、二次验证和备注与所选角色相同',
    'Permissions, data scope, two-step login and remark are those of the selected role',
  ],
  make: ['新增', 'Create'],
  made: ['已新增{n}个角色', '{n} {n|role|roles} created'],
} as const satisfies Record<string, Text>

/** One role for several organisations: each gets its own, of one name, like a role that there is. */
export function BatchRoles({ onClose }: { onClose: () => void }) {
  const t = useText()
  const id = useId()
  const act = useAct(role, roleCalls.batchCreate, onClose)
  const [name, setName] = useState('')
  const [orgIds, setOrgIds] = useState<readonly string[]>([])
  const [fromId, setFrom] = useState<string>()
  const roles = useAllRoles()
  const held = useCall(roleCalls.getPermission, { id: fromId ?? '' }, { enabled: fromId !== undefined })
  const { orgs } = useOrgs()
  const nameOf = (orgId: string) => orgs.find((o) => o.node.id === orgId)?.node.name ?? ''
  const save = () =>
    void act.run(
      {
        name: name.trim(),
        orgIds: [...orgIds],
        permissions: fromId === undefined ? [] : (held.data?.held ?? []),
        ...(fromId !== undefined && { copyFromId: fromId }),
      },
      ({ ok, failed }) =>
        [t(texts.made, { n: ok }), ...failed.map((f) => `${nameOf(f.orgId)}：${f.message}`)].join('；'),
    )
  return (
    <ActDialog
      act={act}
      width={560}
      title={t(texts.title)}
      okText={t(texts.make)}
      isReady={name.trim() !== '' && orgIds.length > 0 && (fromId === undefined || held.data !== undefined)}
      reads={roles}
      onOk={save}
      onClose={onClose}
    >
      <FieldRow
        field={role.fields.name}
        value={name}
        record={{}}
        isDisabled={false}
        problem={undefined}
        onLeave={() => undefined}
        onChange={(value) => setName(String(value ?? ''))}
      />
      <div className="field">
        <label htmlFor={id}>{t(texts.from)}</label>
        <Select
          id={id}
          allowClear
          showSearch
          optionFilterProp="label"
          value={fromId}
          placeholder={t(texts.none)}
          options={(roles.data?.records ?? [])
            .filter((r) => r.isBeyond !== true && r.disabled !== true)
            .map((r) => ({ value: String(r.id), label: `${String(r.name)} (${String(r.orgName)})` }))}
          onChange={setFrom}
        />
        <div className="hint">{t(texts.hint)}</div>
      </div>
      <OrgsChoice title={t(texts.orgs)} value={orgIds} onChange={setOrgIds} />
    </ActDialog>
  )
}
