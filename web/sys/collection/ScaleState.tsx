import type { Text } from '@lading/contract/kernel/text.ts'
import { scaleCalls, scaleStates } from '@lading/contract/sys/scaleCalls.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { scaleTones } from '../../platform/station/scaleTones.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

/** As often as somebody who sets a scale up wants to see what it does. */
const askMs = 1_000
const texts = {
  state: ['状态', 'State'],
  weight: ['重量', 'Weight'],
  net: ['净重', 'Net'],
  gross: ['毛重', 'Gross'],
  at: ['读数时间', 'Read at'],
  unreadable: ['无法识别的行', 'Unreadable lines'],
  with: ['{what}（{more}）', '{what} ({more})'],
  raw: ['最近无法识别的行', 'Last unreadable line'],
} as const satisfies Record<string, Text>

/** What a scale shows now, and what of it could not be read. */
export function ScaleState({ id }: { id: string }) {
  const t = useText()
  const read = useCall(scaleCalls.watch, { id }, { refetchInterval: askMs, gcTime: 0 })
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  const { state, kg, isNet, at, unreadable, rawLine, rawAt } = read.data
  const facts: readonly (readonly [Text, string])[] = [
    [texts.weight, kg === null ? '–' : t(texts.with, { what: `${kg} kg`, more: t(isNet ? texts.net : texts.gross) })],
    [texts.at, at === null ? '–' : shownTime(at)],
    [texts.unreadable, String(unreadable)],
    [
      texts.raw,
      rawLine === null ? '–' : t(texts.with, { what: rawLine, more: rawAt === null ? '' : shownTime(rawAt) }),
    ],
  ]
  return (
    <dl className="facts">
      <div className="fact">
        <dt>{t(texts.state)}</dt>
        <dd>
          <StatusTag tone={scaleTones[state]}>{t(scaleStates[state])}</StatusTag>
        </dd>
      </div>
      {facts.map(([title, value]) => (
        <div key={title[0]} className="fact">
          <dt>{t(title)}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
