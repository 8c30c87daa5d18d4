import { autoResults, autoRule, autoRuns, autoSteps, autoWaiting } from '@lading/contract/wms/autoRule.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { useState } from 'react'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { TrailTable } from '../../platform/trail/TrailTable.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { ChooseOrders } from './ChooseOrders.tsx'
import { Waiting } from './Waiting.tsx'

const tones: Readonly<Record<string, Tone>> = { NOTHING: 'idle', MADE: 'good', STARTED: 'good', FAILED: 'bad' }

const cells: Record<string, Column['render']> = {
  lastResult: (row, t) => {
    const result = autoResults[String(row.lastResult) as keyof typeof autoResults]
    if (!result) return <span className="muted">–</span>
    return (
      <span title={String(row.problem ?? '')}>
        <StatusTag tone={tones[String(row.lastResult)] ?? 'idle'}>{t(result)}</StatusTag>
      </span>
    )
  },
  nextAt: (row, t) =>
    row.paused === true ? (
      <StatusTag tone="warn">{t(['已暂停', 'Paused'])}</StatusTag>
    ) : (
      <span className="num">{row.nextAt ? shownTime(String(row.nextAt)) : '–'}</span>
    ),
  stuck: (row, t) =>
    Number(row.stuck ?? 0) > 0 ? (
      <a href={hashOf(place('wms', 'waveBillList', { state: 'STARTEXCEPTION' }))}>
        <StatusTag tone="bad">{t(['{n}个', '{n}'], { n: Number(row.stuck) })}</StatusTag>
      </a>
    ) : (
      <span className="muted">–</span>
    ),
  overlaps: (row) =>
    row.overlaps ? <StatusTag tone="warn">{String(row.overlaps)}</StatusTag> : <span className="muted">–</span>,
}

/** What the user may do with a rule as it stands. */
function useSteps(onChoose: (row: Row) => void) {
  const { can, refused } = useVerbs(autoRule)
  const may = useMay()
  return (row: Row): readonly RowAction[] => {
    const of = (step: keyof typeof autoSteps): RowAction => ({
      key: step,
      title: autoSteps[step].title,
      refused,
      run: () => void runMany(autoRule, autoSteps[step], [row]),
    })
    const isTroubled = row.lastResult === 'FAILED' || Number(row.stuck ?? 0) > 0
    const runs = can(autoRule, 'run') && row.disabled !== true
    return [
      ...(runs && isTroubled ? [of('retry')] : []),
      ...(runs && row.paused !== true ? [of('run')] : []),
      ...(may(waveBill.header, 'create')
        ? [{ key: 'choose', title: ['选单', 'Choose orders'] as const, refused, run: () => onChoose(row) }]
        : []),
      ...(can(autoRule, 'stop') && row.trigger !== 'HAND' ? [of(row.paused === true ? 'resume' : 'pause')] : []),
    ]
  }
}

/** 出库自动处理工作台: what waits by route, and the rules that make waves of it. */
export function AutoStation() {
  const [chosen, setChosen] = useState<Row>()
  const steps = useSteps(setChosen)
  return (
    <>
      <SheetList
        of={autoRule}
        cells={cells}
        above={() => <Waiting />}
        rowActions={(row, standard) => [...steps(row), ...standard]}
        none={[
          ['还没有自动处理规则', 'No automation rules yet'],
          ['规则按时间或数量把待配货单据生成波次', 'Rules make waves of waiting orders, by time or by number'],
        ]}
      />
      {chosen && <ChooseOrders of={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

export function AutoDetail() {
  const t = useText()
  const [chosen, setChosen] = useState<Row>()
  const steps = useSteps(setChosen)
  return (
    <>
      <EntityDetail
        of={autoRule}
        note={(row) =>
          row.paused === true && row.disabled !== true ? (
            <StatusTag tone="warn">{t(['已暂停', 'Paused'])}</StatusTag>
          ) : (
            <EnabledTag of={row.disabled} />
          )
        }
        actions={(row, standard) => [...steps(row), ...standard]}
        tabs={(row) =>
          [autoWaiting, autoRuns].map((trail) => ({
            key: trail.of.noun,
            title: t(trail.title),
            content: <TrailTable trail={trail} bill={row} />,
          }))
        }
      />
      {chosen && <ChooseOrders of={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}
