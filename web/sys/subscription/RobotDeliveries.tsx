import type { Text } from '@lading/contract/kernel/text.ts'
import { robotCalls as calls, robotDelivery } from '@lading/contract/sys/robot.ts'
import { messageForce } from '@lading/contract/sys/subscription.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { Deliveries, sendAgain } from '../Deliveries.tsx'

const texts = {
  label: ['机器人消息', 'Messages to robots'],
  none: ['还没有发送过消息', 'Nothing was sent yet'],
  dead: ['未送达', 'Undelivered'],
  again: ['重发', 'Send again'],
  show: ['查看', 'View'],
  resent: ['将重新发送{count}条', '{count} will be sent again'],
  onlyDead: ['只有未送达的消息可以重发', 'Only what was not delivered can be sent again'],
} as const satisfies Record<string, Text>
const shows = { robotId: 150, kind: 170, state: 130, tries: 80, status: 100, error: 240, nextAt: 170, doneAt: 170 }
const wraps = ['error']

/** Messages to robots: what came, what waits, and what nobody took. */
export function RobotDeliveries() {
  const t = useText()
  const { can } = useVerbs(messageForce)
  const [shown, setShown] = useState<Row>()
  const actions = (r: Row): RowAction[] => [
    { key: 'show', title: texts.show, run: () => setShown(r) },
    ...(can(messageForce, 'run')
      ? [
          {
            key: 'again',
            title: texts.again,
            run: () =>
              void sendAgain(
                robotDelivery,
                () => call(calls.resend, { ids: [r.id] }),
                (count) => t(texts.resent, { count }),
              ),
            refused: r.state === 'DEAD' ? undefined : t(texts.onlyDead),
          },
        ]
      : []),
  ]
  return (
    <>
      <Deliveries
        of={robotDelivery}
        query={calls.deliveries}
        words={texts}
        shows={shows}
        wraps={wraps}
        actions={actions}
      />
      {shown && <Shown id={shown.id} onClose={() => setShown(undefined)} />}
    </>
  )
}

function Shown({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const read = useCall(calls.show, { id })
  return (
    <ActDrawer title={t(robotDelivery.title)} reads={read} onClose={onClose}>
      {({ text }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
        <pre className="open-text" tabIndex={0}>
          {text}
        </pre>
      )}
    </ActDrawer>
  )
}
