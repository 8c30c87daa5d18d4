import type { Text } from '@lading/contract/kernel/text.ts'
import { type Subscriber, type SubscriptionType, subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const pageSize = 20
const choices: Readonly<Record<'ALL' | 'ON' | 'OFF' | 'FORCED' | 'MAIL', Text>> = {
  ALL: words.all,
  ON: ['已订阅', 'Asked for it'],
  OFF: ['已关闭', 'Turned it off'],
  FORCED: ['强制', 'Must hear'],
  MAIL: ['邮件接收', 'By mail'],
}
type Which = keyof typeof choices
// The keys of the declaration above.
const keys = Object.keys(choices) as Which[]

const columns: readonly ReadColumn<Subscriber>[] = [
  { name: 'username', title: ['用户名', 'User name'], width: 130, said: (p) => p.username },
  { name: 'realName', title: ['姓名', 'Name'], width: 130, said: (p) => p.realName },
  { name: 'org', title: ['所属组织', 'Home organisation'], width: 180, said: (p) => p.orgName },
  {
    name: 'hears',
    title: ['是否接收', 'Hears of it'],
    width: 120,
    render: (p, t) => (
      <StatusTag tone={p.hears ? 'good' : 'idle'}>{t(p.hears ? ['接收', 'Yes'] : ['不接收', 'No'])}</StatusTag>
    ),
    isFilled: () => true,
  },
  {
    name: 'mail',
    title: ['邮件', 'By mail'],
    width: 130,
    said: (p, t) =>
      p.isMailed ? t(['接收', 'Yes']) : t(p.hasAddress ? ['不接收', 'No'] : ['邮箱未验证', 'No confirmed address']),
    isFilled: () => true,
  },
  {
    name: 'why',
    title: ['原因', 'Because'],
    width: 160,
    said: (p, t) =>
      p.isForced
        ? t(['角色强制', 'A role says so'])
        : p.choice
          ? t(choices[p.choice])
          : t(['默认', 'It is the default']),
    isFilled: () => true,
  },
]

/** Of people within reach, whom a kind of message reaches when it comes to them. */
export function Subscribers({ type, onClose }: { type: SubscriptionType; onClose: () => void }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [which, setWhich] = useState<Which>('ALL')
  const read = useCall(
    subscriptionCalls.subscribers,
    { key: type.key, which, page, pageSize },
    { placeholderData: (before) => before },
  )
  return (
    <ActDrawer
      title={t(['订阅情况：{what}', 'Who hears of: {what}'], { what: type.title })}
      reads={read}
      onClose={onClose}
    >
      {({ records, total }) => (
        <>
          <Segmented<Which>
            value={which}
            options={keys.map((value) => ({ value, label: t(choices[value]) }))}
            onChange={(next) => {
              setWhich(next)
              setPage(1)
            }}
          />
          <ReadTable<Subscriber>
            label={type.title}
            rows={records}
            columns={columns}
            isBusy={read.isPlaceholderData}
            pages={{ page, pageSize, total: total ?? 0, go: setPage }}
          />
        </>
      )}
    </ActDrawer>
  )
}
