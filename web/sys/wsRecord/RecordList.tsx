import type { Text } from '@lading/contract/kernel/text.ts'
import { frameTypes, wsCalls, wsRecord } from '@lading/contract/sys/wsRecord.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { laterPart } from '../../kernel/laterPart.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { Mails } from '../mail/Mails.tsx'
import { recordCells } from './cells.tsx'
import { useResend } from './useResend.ts'

/** 消息发送记录: what people were to be told at their screens, and how much goes out. */
export function RecordList() {
  const { rowActions, bulkActions } = useResend()
  return (
    <SheetList
      of={wsRecord}
      cells={recordCells}
      rowActions={rowActions}
      bulkActions={bulkActions}
      above={() => (
        <>
          <Rate />
          <MailFold />
        </>
      )}
      none={[
        ['还没有发送记录', 'Nothing has been sent yet'],
        ['发给个人的消息会记录在这里，保留15天。', 'Messages to people are kept here for 15 days.'],
      ]}
    />
  )
}

/** Letters stand apart: opened when somebody asks for them. */
function MailFold() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="ws-rate" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{t(['邮件发送记录', 'Mails sent'])}</summary>
      {isOpen && <Mails />}
    </details>
  )
}

const BarChart = laterPart(
  async () => (await import('../../platform/BarChart.tsx')).BarChart,
  () => null,
)
const titles = {
  changed: frameTypes.CHANGED,
  messages: frameTypes.MESSAGE,
} as const satisfies Record<string, Text>
const chart = {
  title: ['近24小时推送', 'Pushed in the last 24 hours'] as Text,
  by: 'hour',
  bars: ['changed', 'messages'] as const,
}
const chartFields = {
  changed: { kind: 'int', title: titles.changed, required: false },
  messages: { kind: 'int', title: titles.messages, required: false },
} as const
const againMs = 60_000

function Rate() {
  const t = useText()
  const read = useCall(wsCalls.rate, {}, { refetchInterval: againMs })
  if (read.error) return <NotRead of={read} />
  const hours = read.data ?? []
  const sum = (of: 'changed' | 'messages' | 'failed') => hours.reduce((n, hour) => n + hour[of], 0)
  return (
    <details className="ws-rate">
      <summary>
        {t(
          [
            '近24小时：数据变更{changed}帧，个人消息{messages}帧，失败{failed}条',
            'Last 24 hours: {changed} frames of changes, {messages} of messages, {failed} failed',
          ],
          { changed: sum('changed'), messages: sum('messages'), failed: sum('failed') },
        )}
      </summary>
      <BarChart
        of={chart}
        fields={chartFields}
        rows={hours.map((h) => ({ ...h, hour: shownTime(h.at).slice(11, 16) }))}
      />
    </details>
  )
}
