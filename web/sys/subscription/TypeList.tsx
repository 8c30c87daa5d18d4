import type { Text } from '@lading/contract/kernel/text.ts'
import { manners, messageForce, type SubscriptionType, subscriptionCalls } from '@lading/contract/sys/subscription.ts'
import { Tabs } from 'antd'
import { useState } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { useOwnTitle } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { ForceDialog } from './ForceDialog.tsx'
import { OwnSwitches } from './OwnSwitches.tsx'
import { Robots } from './Robots.tsx'
import { Subscribers } from './Subscribers.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import '../sys.css'

/** 订阅消息: which kinds of messages there are, who hears of them, and what the reader hears of himself. */
export function TypeList() {
  const t = useText()
  return (
    <Page title={t(useOwnTitle() ?? ['订阅消息', 'Subscribed messages'])}>
      <Card>
        <Tabs
          items={[
            { key: 'types', label: t(['消息类型', 'Kinds of messages']), children: <Types /> },
            { key: 'robots', label: t(['消息机器人', 'Message robots']), children: <Robots /> },
            { key: 'own', label: t(['我的订阅', 'My subscriptions']), children: <OwnSwitches /> },
          ]}
        />
      </Card>
    </Page>
  )
}

type What = 'people' | 'force' | 'test' | 'words'
const forceWord: Text = ['强制订阅', 'Must hear']
function Types() {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const { can } = useVerbs(messageForce)
  const read = useCall(subscriptionCalls.types, {}, { by: [language] })
  const [opened, setOpened] = useState<{ what: What; type: SubscriptionType }>()
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  const open = (what: What, type: SubscriptionType) => () => setOpened({ what, type })
  const actions = (type: SubscriptionType): readonly RowAction[] => [
    { key: 'people', title: ['订阅情况', 'Who hears'], run: open('people', type) },
    ...(can(messageForce, 'update') && type.manner !== 'ALWAYS'
      ? [{ key: 'force', title: forceWord, run: open('force', type) }]
      : []),
    ...(can(messageForce, 'update')
      ? [{ key: 'words', title: ['消息模板', 'Words'] as Text, run: open('words', type) }]
      : []),
    ...(can(messageForce, 'run') && type.key !== 'TEST'
      ? [{ key: 'test', title: ['测试发送', 'Send a test'] as Text, run: open('test', type) }]
      : []),
  ]
  const close = () => setOpened(undefined)
  return (
    <>
      <ReadTable<SubscriptionType>
        label={t(['消息类型', 'Kinds of messages'])}
        rows={read.data}
        columns={columnsOf(actions)}
      />
      {opened?.what === 'people' && <Subscribers type={opened.type} onClose={close} />}
      {opened?.what === 'force' && <ForceDialog type={opened.type} onClose={close} />}
      {opened?.what === 'words' && <TemplateDialog of={opened.type.key} title={opened.type.title} onClose={close} />}
      {opened?.what === 'test' && <TestDialog type={opened.type} onClose={close} />}
    </>
  )
}

/** What concerns somebody's own account goes to each confirmed address; else who wants a kind by mail says so. */
const both: Text = ['站内、邮件', 'In the app, by mail']
const onRequest: Text = ['站内，可选邮件', 'In the app; mail on request']
const columnsOf = (
  actions: (type: SubscriptionType) => readonly RowAction[],
): readonly ReadColumn<SubscriptionType>[] => [
  { name: 'title', title: ['消息', 'Message'], width: 200, said: (x) => x.title },
  {
    name: 'manner',
    title: ['接收方式', 'Comes'],
    width: 170,
    render: (x, t) => (
      <StatusTag tone={x.manner === 'ALWAYS' ? 'warn' : x.manner === 'ON' ? 'good' : 'idle'}>
        {t(manners[x.manner])}
      </StatusTag>
    ),
    isFilled: () => true,
  },
  { name: 'audience', title: ['发给', 'To'], width: 220, said: (x) => x.audience },
  {
    name: 'channel',
    title: ['渠道', 'Channels'],
    width: 150,
    said: (x, t) => t(x.manner === 'ALWAYS' ? both : onRequest),
  },
  {
    name: 'robots',
    title: ['消息机器人', 'Message robots'],
    width: 160,
    said: (x) => x.robots.join(', '),
    isFilled: () => true,
  },
  {
    name: 'words',
    title: ['文本', 'Words'],
    width: 100,
    render: (x, t) => (x.isOwn ? <StatusTag tone="good">{t(['自定义', 'Own'])}</StatusTag> : t(['系统', "Product's"])),
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
    name: 'actions',
    title: words.actions,
    width: 230,
    render: (x) => <RowButtons actions={actions(x)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]
