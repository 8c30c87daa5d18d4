import type { Text } from '@lading/contract/kernel/text.ts'
import { reportEnds, reportRun } from '@lading/contract/sys/reportRun.ts'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { SheetListWithin } from '../../platform/sheet/SheetList.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const tones: Readonly<Record<keyof typeof reportEnds, Tone>> = { DONE: 'good', LIMIT: 'warn', FAILED: 'bad' }
const isEnd = (value: unknown): value is keyof typeof reportEnds => Object.hasOwn(reportEnds, String(value))
const cells: Readonly<Record<string, Column['render']>> = {
  result: ({ result }, t) =>
    isEnd(result) ? <StatusTag tone={tones[result]}>{t(reportEnds[result])}</StatusTag> : null,
}
const none: readonly [Text, Text] = [
  ['还没有运行过', 'No runs yet'],
  [
    '每次查看、导出和订阅生成都会记录，保留90天（参数设置可调整）。',
    'Each reading, export and subscription is kept for 90 days, or as long as the options say.',
  ],
]

/** 运行记录: who has read a report, how long that took and how it ended. @param of of one report; left out: of all */
export function Runs({ of, onClose }: { of?: Row; onClose: () => void }) {
  const t = useText()
  const title = t(['运行记录', 'Runs'])
  return (
    <ActDrawer title={of ? `${title} ${String(of.name)}` : title} onClose={onClose}>
      <SheetListWithin
        of={reportRun}
        cells={cells}
        link={false}
        omit={['reportId']}
        {...(of && { where: { reportId: of.id } })}
        none={none}
      />
    </ActDrawer>
  )
}
