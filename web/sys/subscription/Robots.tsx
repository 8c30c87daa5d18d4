import type { Text } from '@lading/contract/kernel/text.ts'
import {
  robotCalls as calls,
  messageRobot,
  type RobotRecord,
  robotDelivery,
  robotFaults,
  robotKinds,
  robotMessages,
} from '@lading/contract/sys/robot.ts'
import { messageForce } from '@lading/contract/sys/subscription.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { RobotDeliveries } from './RobotDeliveries.tsx'
import { RobotDialog } from './RobotDialog.tsx'

const texts = {
  robots: ['消息机器人', 'Message robots'],
  why: [
    '把消息发到企业微信、钉钉、飞书的群机器人，或任意HTTPS地址。',
    'Messages go to a robot in a group of WeCom, DingTalk or Feishu, or to any HTTPS address.',
  ],
  none: ['还没有消息机器人', 'No message robots yet'],
  add: ['新增机器人', 'Add a robot'],
  test: ['测试发送', 'Send a test'],
  tested: ['测试已发出，结果见下方发送记录', 'The test is on its way: how it went stands below'],
  askRemove: ['删除机器人[{name}]？', 'Delete robot [{name}]?'],
  removeDetail: ['它的发送记录也一并删除。', 'What was sent to it is deleted as well.'],
  askOff: ['停用机器人[{name}]？', 'Disable robot [{name}]?'],
  offDetail: ['停用期间的消息不会补发。', 'What happens meanwhile is not sent afterwards.'],
  sent: ['发送记录', 'What was sent'],
} as const satisfies Record<string, Text>

/** Groups and other systems that hear of messages, and what was sent to them. */
export function Robots() {
  const t = useText()
  const { can } = useVerbs(messageForce)
  const read = useCall(calls.list, {})
  const [edited, setEdited] = useState<RobotRecord | 'new'>()
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  const actions = (robot: RobotRecord): readonly RowAction[] => [
    ...(can(messageForce, 'run')
      ? [
          {
            key: 'test',
            title: texts.test,
            run: () => void act(() => call(calls.test, { id: robot.id }), t(texts.tested)),
            refused: robot.disabled ? t(robotFaults.off.text) : undefined,
          },
        ]
      : []),
    ...(can(messageForce, 'update')
      ? [
          { key: 'edit', title: words.edit, run: () => setEdited(robot) },
          {
            key: 'turn',
            title: robot.disabled ? words.enable : words.disable,
            run: () => void turn(robot, t(words.done)),
          },
          { key: 'remove', title: words.remove, danger: true, run: () => void remove(robot, t(words.done)) },
        ]
      : []),
  ]
  return (
    <>
      <div className="sheet-tools">
        <p className="hint">{t(texts.why)}</p>
        {can(messageForce, 'update') && (
          <Button type="primary" onClick={() => setEdited('new')}>
            {t(texts.add)}
          </Button>
        )}
      </div>
      <ReadTable<RobotRecord> label={t(texts.robots)} rows={read.data} columns={columnsOf(actions)} none={texts.none} />
      {read.data.length > 0 && (
        <section aria-label={t(texts.sent)}>
          <h3>{t(texts.sent)}</h3>
          <RobotDeliveries />
        </section>
      )}
      {edited && <RobotDialog robot={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

async function act(does: () => Promise<unknown>, told: string): Promise<void> {
  try {
    await does()
    notify('good', told)
  } catch (error) {
    report(error)
  }
  await changed(messageRobot)
  await changed(robotDelivery)
  await changed(messageForce)
}

async function turn({ id, version, name, disabled }: RobotRecord, told: string): Promise<void> {
  const question = { title: texts.askOff, args: { name }, detail: texts.offDetail, ok: words.disable }
  if (!disabled && (await ask(question)) === undefined) return
  await act(() => call(calls.turn, { id, version, isOn: disabled }), told)
}

async function remove({ id, version, name }: RobotRecord, told: string): Promise<void> {
  const question = {
    title: texts.askRemove,
    args: { name },
    detail: texts.removeDetail,
    ok: words.remove,
    danger: true,
  }
  if ((await ask(question)) === undefined) return
  await act(() => call(calls.remove, { id, version }), told)
}

const everything: Text = ['全部', 'All']
const columnsOf = (actions: (robot: RobotRecord) => readonly RowAction[]): readonly ReadColumn<RobotRecord>[] => [
  { name: 'name', title: ['名称', 'Name'], width: 160, said: (r) => r.name },
  { name: 'kind', title: ['类型', 'Kind'], width: 150, said: (r, t) => t(robotKinds[r.kind]) },
  {
    name: 'state',
    title: words.state,
    width: 90,
    render: (r, t) => (
      <StatusTag tone={r.disabled ? 'idle' : 'good'}>{t(r.disabled ? words.disabled : words.enabled)}</StatusTag>
    ),
    isFilled: () => true,
  },
  {
    name: 'kinds',
    title: ['消息类型', 'Kinds of messages'],
    width: 260,
    wraps: true,
    said: (r, t) => r.kinds.map((kind) => t(robotMessages[kind])).join(t(['、', ', '])),
    isFilled: () => true,
  },
  { name: 'org', title: ['组织', 'Organisation'], width: 160, said: (r) => r.orgName },
  { name: 'owner', title: ['货主', 'Owner'], width: 120, said: (r, t) => r.ownerName ?? t(everything) },
  { name: 'host', title: ['地址', 'Address'], width: 180, said: (r) => r.host },
  {
    name: 'isSigned',
    title: ['加签', 'Signed'],
    width: 80,
    said: (r, t) => t(r.isSigned ? words.yes : words.no),
    isFilled: () => true,
  },
  { name: 'dead', title: ['未送达', 'Undelivered'], width: 90, isFigure: true, said: (r) => String(r.dead) },
  {
    name: 'actions',
    title: words.actions,
    width: 200,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]
