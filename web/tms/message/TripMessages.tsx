import { manners, type Subscriber } from '@lading/contract/sys/subscription.ts'
import {
  messageSubscriptionCalls as calls,
  messageSubscription,
  type TripMessage,
  type TripMessageType,
} from '@lading/contract/tms/messageSubscription.ts'
import { useState } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { FormOf } from '../../kernel/field/formOf.ts'
import { RefsSelect } from '../../kernel/field/RefsSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words as usual } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

type What = 'people' | 'force' | 'test'

/** 消息订阅配置: what transport tells people, who hears of it and by what, and how it went. */
export function TripMessages() {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const { can } = useVerbs(messageSubscription)
  const read = useCall(calls.types, {}, { by: [language] })
  const [opened, open] = useState<{ what: What; type: TripMessageType }>()
  const actions = (type: TripMessageType): readonly RowAction[] => [
    { key: 'people', title: ['订阅情况', 'Who hears'], run: () => open({ what: 'people', type }) },
    ...(can(messageSubscription, 'update')
      ? [{ key: 'force', title: ['强制订阅', 'Must hear'] as const, run: () => open({ what: 'force', type }) }]
      : []),
    ...(can(messageSubscription, 'run')
      ? [{ key: 'test', title: ['试发', 'Send a test'] as const, run: () => open({ what: 'test', type }) }]
      : []),
  ]
  const close = () => open(undefined)
  return (
    <Page
      title={t(['消息订阅配置', 'Message subscriptions'])}
      note={t([
        '每个人在“我的订阅”中选择站内或邮件；机器人、回调地址和消息模板在系统管理的订阅消息中维护。',
        'Everybody chooses under “My subscriptions”, in the app or by mail; robots, addresses and words are kept in the administration.',
      ])}
    >
      <Card>
        {read.data ? (
          <ReadTable label={t(calls.types.title)} rows={read.data} columns={columnsOf(actions)} />
        ) : read.error ? (
          <NotRead of={read} />
        ) : (
          <SkeletonRows label={t(usual.loading)} />
        )}
      </Card>
      {opened?.what === 'people' && <People of={opened.type} onClose={close} />}
      {opened?.what === 'force' && <Force of={opened.type} onClose={close} />}
      {opened?.what === 'test' && <Test of={opened.type} onClose={close} />}
    </Page>
  )
}

const columnsOf = (
  actions: (type: TripMessageType) => readonly RowAction[],
): readonly ReadColumn<TripMessageType>[] => [
  { name: 'title', title: ['消息', 'Message'], width: 200, said: (x) => x.title },
  {
    name: 'manner',
    title: ['接收方式', 'Comes'],
    width: 170,
    render: (x, t) => <StatusTag tone={x.manner === 'ON' ? 'good' : 'idle'}>{t(manners[x.manner])}</StatusTag>,
    isFilled: () => true,
  },
  { name: 'audience', title: ['发给', 'To'], width: 220, said: (x) => x.audience },
  {
    name: 'robots',
    title: ['消息机器人', 'Message robots'],
    width: 160,
    said: (x) => x.robots.join(', '),
    isFilled: () => true,
  },
  {
    name: 'roles',
    title: ['强制订阅的角色', 'Roles that must hear of it'],
    width: 200,
    said: (x) => x.roles.map((r) => r.name).join(', '),
    isFilled: () => true,
  },
  { name: 'on', title: ['已订阅', 'Asked for it'], width: 90, isFigure: true, said: (x) => String(x.on) },
  { name: 'mailed', title: ['邮件接收', 'By mail'], width: 90, isFigure: true, said: (x) => String(x.mailed) },
  { name: 'off', title: ['已关闭', 'Turned it off'], width: 90, isFigure: true, said: (x) => String(x.off) },
  {
    name: 'sent',
    title: ['7天已发', 'Sent, 7 days'],
    width: 90,
    isFigure: true,
    said: (x) => String(x.sent),
    isFilled: () => true,
  },
  {
    name: 'failed',
    title: ['7天失败', 'Failed, 7 days'],
    width: 90,
    isFigure: true,
    said: (x) => String(x.failed),
    isFilled: () => true,
  },
  {
    name: 'actions',
    title: usual.actions,
    width: 200,
    render: (x) => <RowButtons actions={actions(x)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]

interface DialogProps {
  readonly of: TripMessageType
  readonly onClose: () => void
}
const keyOf = (of: TripMessageType): TripMessage => of.key as TripMessage

const people: readonly ReadColumn<Subscriber>[] = [
  { name: 'username', title: ['用户名', 'User name'], width: 130, said: (p) => p.username },
  { name: 'realName', title: ['姓名', 'Name'], width: 130, said: (p) => p.realName },
  { name: 'org', title: ['所属组织', 'Home organisation'], width: 180, said: (p) => p.orgName },
  {
    name: 'hears',
    title: ['是否接收', 'Hears of it'],
    width: 120,
    said: (p, t) => t(p.hears ? usual.yes : usual.no),
    isFilled: () => true,
  },
  {
    name: 'mail',
    title: ['邮件', 'By mail'],
    width: 90,
    said: (p, t) => t(p.isMailed ? usual.yes : usual.no),
    isFilled: () => true,
  },
]
function People({ of, onClose }: DialogProps) {
  const [page, go] = useState(1)
  const read = useCall(
    calls.subscribers,
    { key: keyOf(of), page, pageSize: 20 },
    { placeholderData: (before) => before },
  )
  return (
    <ActDrawer title={of.title} reads={read} onClose={onClose}>
      {({ records, total }) => (
        <ReadTable
          label={of.title}
          rows={records}
          columns={people}
          pages={{ page, pageSize: 20, total: total ?? 0, go }}
        />
      )}
    </ActDrawer>
  )
}

function Force({ of, onClose }: DialogProps) {
  const t = useText()
  const act = useAct(messageSubscription, calls.force, onClose)
  const [roleIds, choose] = useState<readonly string[]>(of.roles.map((r) => r.id))
  const title = t(['强制订阅的角色', 'Roles that must hear of it'])
  return (
    <ActDialog
      act={act}
      width={480}
      title={`${title} · ${of.title}`}
      okText={t(usual.save)}
      onOk={() => void act.run({ key: keyOf(of), roleIds: [...roleIds] }, () => t(usual.saved))}
      onClose={onClose}
    >
      <FormOf value={messageSubscription}>
        <RefsSelect
          id="force-roles"
          field={{ kind: 'refs', title: ['角色', 'Roles'], required: false, to: 'sys.role' }}
          title={title}
          value={roleIds}
          label={{ code: of.roles.map((r) => r.name).join(','), name: '' }}
          isInvalid={false}
          record={{}}
          onChange={(ids) => choose(Array.isArray(ids) ? ids.map(String) : [])}
        />
      </FormOf>
    </ActDialog>
  )
}

function Test({ of, onClose }: DialogProps) {
  const t = useText()
  const act = useAct(messageSubscription, calls.testSend, onClose)
  return (
    <ActDialog
      act={act}
      width={400}
      title={`${t(calls.testSend.title)} · ${of.title}`}
      okText={t(['发送', 'Send'])}
      onOk={() =>
        void act.run({ key: keyOf(of) }, ({ receiver }) => t(['已发送给{who}', 'Sent to {who}'], { who: receiver }))
      }
      onClose={onClose}
    >
      <p>{t(['该消息会发送给您自己。', 'It is sent to yourself.'])}</p>
    </ActDialog>
  )
}
