import type { Text } from '@lading/contract/kernel/text.ts'
import type { outboundProgress } from '@lading/contract/wms/dashboardOut.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { task } from '@lading/contract/wms/task.ts'
import { waveBill, waveFlow } from '@lading/contract/wms/waveBill.ts'
import type { z } from 'zod'
import { hashOf, type Place, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { BoardCard } from '../../platform/Board.tsx'
import { Bar } from '../../ui/Bar.tsx'
import { Count, Linked } from './Figure.tsx'

export type Data = z.output<typeof outboundProgress.output>
type Wave = Data['waves'][number]
type Share = 'pickedPct' | 'stagedPct' | 'checkedPct' | 'loadedPct'

/** A share with its bar, leading to what it is a share of; what there is none of says so. */
export const ShareCell = ({ pct, to }: { pct: number | null; to: Place | undefined }) =>
  pct === null ? (
    <span className="muted">–</span>
  ) : (
    <Linked to={to}>
      {pct}%
      <Bar share={pct} />
    </Linked>
  )

/** What is still to be done of a wave, each figure with the list of it. */
function useCounts(): readonly ReadColumn<Wave>[] {
  const may = useMay()
  const orders = (only: Readonly<Record<string, string>>) =>
    may(operateBill.header, 'view') ? place('wms', 'operateBillList', only) : undefined
  return [
    {
      name: 'lines',
      title: ['行数', 'Lines'],
      width: 70,
      isFigure: true,
      isFilled: () => true,
      render: (w) => <Count n={w.lines} to={orders({ waveId: w.id })} />,
    },
    {
      name: 'shortPct',
      title: ['缺货行%', 'Short lines %'],
      width: 96,
      isFigure: true,
      isFilled: () => true,
      render: (w) => {
        if (!w.shortPct) return <span className="muted num">0%</span>
        return <Linked to={orders({ waveId: w.id, hasShortage: 'true' })}>{w.shortPct}%</Linked>
      },
    },
    {
      name: 'replenishing',
      title: ['待补货', 'To replenish'],
      hint: ['未完成的补货任务', 'Open replenishment tasks'],
      width: 96,
      isFigure: true,
      isFilled: () => true,
      render: (w) => (
        <Count
          n={w.replenishing}
          to={
            may(task, 'view')
              ? place('wms', 'taskList', {
                  taskType: 'RPL_DOWN,RPL_UP',
                  billId: w.id,
                  state: 'NEW,WAIT,READY,ASSIGNED,RUNNING,SUSPENDED',
                })
              : undefined
          }
        />
      ),
    },
    ...shares.map(
      ([name, title, hint]): ReadColumn<Wave> => ({
        name,
        title,
        ...(hint && { hint }),
        width: 96,
        isFigure: true,
        isFilled: () => true,
        render: (w) => <ShareCell pct={w[name]} to={orders({ waveId: w.id })} />,
      }),
    ),
  ]
}

/** Of what a wave's orders still want; the orders say of themselves how far each is. */
const shares: readonly (readonly [name: Share, title: Text, hint?: Text])[] = [
  ['pickedPct', ['拣货%', 'Picked %']],
  ['stagedPct', ['集货%', 'Staged %']],
  ['checkedPct', ['复核%', 'Checked %'], ['仍在库、需复核的容器', 'Of containers still here that are to be checked']],
  ['loadedPct', ['装车%', 'Loaded %']],
]

/** How far each wave is, from its orders to the trucks. */
export function Waves({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  const counts = useCounts()
  const columns: readonly ReadColumn<Wave>[] = [
    {
      name: 'billNo',
      title: waveBill.header.title,
      width: 280,
      said: (w) => w.billNo,
      render: (w) => {
        const to = may(waveBill.header, 'view') ? detailOf(waveBill.header.key, w.id) : undefined
        const text = [w.billNo, w.title].filter(Boolean).join(' ')
        return to ? <a href={hashOf(to)}>{text}</a> : text
      },
    },
    {
      name: 'state',
      title: ['状态', 'Status'],
      width: 90,
      said: (w, say) => say(waveFlow.states[w.state as keyof typeof waveFlow.states] ?? [w.state, w.state]),
    },
    {
      name: 'dueAt',
      title: ['要求完成', 'Due'],
      width: 160,
      said: (w) => (w.dueAt ? shownTime(w.dueAt) : ''),
    },
    ...counts,
  ]
  return (
    <div className="board-all">
      <BoardCard title={t(['波次进度', 'Waves'])}>
        <ReadTable<Wave>
          label={t(['波次进度', 'Waves'])}
          rows={data.waves}
          columns={columns}
          none={['没有进行中的波次', 'No wave is in progress']}
        />
      </BoardCard>
    </div>
  )
}
