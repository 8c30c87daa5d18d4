import type { Text } from '@lading/contract/kernel/text.ts'
import { monitorCalls as calls, type StuckWave } from '@lading/contract/sys/monitor.ts'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { hashOf } from '../../client/location.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { detailOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { once } from '../../ui/once.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { againMs } from './Read.tsx'

const texts = {
  waves: ['波次监控', 'Waves'],
  longer: ['停滞超过（分钟）', 'Standing still for more than (minutes)'],
  hint: [
    '系统会自动重试；重新推动只是立即再检查一次，不会强制完成。',
    'They go on by themselves; restarting a step has it looked at now and forces nothing.',
  ],
  nudge: ['重新推动', 'Restart the step'],
  nudged: ['已重新推动：{no}', 'Restarted: {no}'],
  none: ['没有停滞的波次', 'No wave stands still'],
} as const satisfies Record<string, Text>

/** 波次监控: waves that stand in a step for too long, what they wait for, and a push. */
export function Waves() {
  const t = useText()
  const { permissions } = useUser()
  const mayNudge = permissions === null || permissions.includes(calls.nudgeWave.permission)
  const [minutes, setMinutes] = useState(10)
  const read = useCall(calls.waves, { minutes }, { refetchInterval: againMs, placeholderData: (before) => before })
  const nudge = (wave: StuckWave) =>
    once(`nudge ${wave.id}`, async () => {
      await call(calls.nudgeWave, { id: wave.id })
      notify('good', t(texts.nudged, { no: wave.no }))
    })
      .catch(report)
      .finally(() => void read.refetch())
  if (read.error && !read.data) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  return (
    <>
      <div className="sheet-tools">
        <span>{t(texts.longer)}</span>
        <InputNumber
          value={minutes}
          min={1}
          max={1440}
          precision={0}
          aria-label={t(texts.longer)}
          onChange={(n) => n !== null && setMinutes(n)}
        />
        <span className="hint">{t(texts.hint)}</span>
      </div>
      <ReadTable<StuckWave>
        label={t(texts.waves)}
        rows={read.data}
        columns={columnsOf(mayNudge ? (wave) => void nudge(wave) : undefined)}
        none={texts.none}
      />
    </>
  )
}

const columnsOf = (nudge: ((wave: StuckWave) => void) | undefined): readonly ReadColumn<StuckWave>[] => [
  {
    name: 'no',
    title: ['波次', 'Wave'],
    width: 170,
    render: (w) => {
      const to = detailOf('wms.waveBill', w.id)
      return to ? <a href={hashOf(to)}>{w.no}</a> : w.no
    },
    isFilled: () => true,
  },
  { name: 'title', title: ['名称', 'Name'], width: 140, said: (w) => w.title ?? '' },
  { name: 'org', title: ['组织', 'Organisation'], width: 150, said: (w) => w.org },
  { name: 'state', title: words.state, width: 110, said: (w) => w.state },
  { name: 'step', title: ['步骤', 'Step'], width: 120, said: (w) => w.step },
  { name: 'since', title: ['停滞开始', 'Since'], width: 170, said: (w) => shownTime(w.since) },
  { name: 'why', title: ['等待', 'Waits for'], width: 320, said: (w) => w.why, wraps: true },
  ...(nudge
    ? [
        {
          name: 'actions',
          title: words.actions,
          width: 120,
          render: (w: StuckWave) => (
            <RowButtons actions={[{ key: 'nudge', title: texts.nudge, run: () => nudge(w) }]} />
          ),
          isFilled: () => true,
          fixed: 'end' as const,
        },
      ]
    : []),
]
