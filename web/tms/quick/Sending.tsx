import { planMost } from '@lading/contract/tms/planCalls.ts'
import {
  improveTrips,
  insertRest,
  type QuickDraft,
  type QuickOrder,
  type QuickTruck,
} from '@lading/contract/tms/quickCalls.ts'
import { Button, Select } from 'antd'
import { useText } from '../../client/text.ts'
import { notify } from '../../ui/notices.tsx'
import { keyOf } from '../plan/board.ts'
import type { Arrange } from '../plan/usePlan.ts'
import { byTitles } from './Pool.tsx'
import { type By, isFree, spread } from './pool.ts'
import { useProposed } from './useProposed.ts'

interface Props {
  readonly drawn: QuickDraft
  readonly pool: readonly QuickOrder[]
  /** What is ticked. */
  readonly going: readonly string[]
  readonly by: By
  readonly all: ReadonlyMap<string, QuickOrder>
  readonly trucks: readonly QuickTruck[]
  readonly arrange: Arrange
  readonly isBusy: boolean
  readonly settled: () => Promise<QuickDraft | undefined>
  readonly onSend: (to: { truckId: string; turn: number }) => void
}
/** From the pool onto cards: what is ticked onto one of them, whole groups by themselves, or the rest by the engine. */
export function Sending({ drawn, pool, going, by, all, trucks, arrange, isBusy, settled, onSend }: Props) {
  const t = useText()
  const rest = useProposed(insertRest, arrange)
  const order = useProposed(improveTrips, arrange)
  const free = pool.filter(isFree)
  const insert = async (): Promise<void> => {
    const wayBillIds = free.slice(0, planMost.wayBills).map((o) => o.id)
    const trips = await rest.ask({ id: drawn.id, wayBillIds })
    if (!trips) return
    const on = new Set(trips.flatMap((x) => x.visits.map((v) => v.wayBillId)))
    const left = wayBillIds.filter((id) => !on.has(id)).length
    if (left > 0)
      notify('warn', t(['{n}单在现有车上排不下，请加车', '{n} do not fit on these trucks: add one'], { n: left }))
    else notify('good', t(['剩余运单已全部排上', 'All that was left is on trucks']))
  }
  /** Whole groups onto trucks, and each truck that got something in its best order. */
  const gather = async (): Promise<void> => {
    const before = new Map(drawn.trips.map((x) => [keyOf(x), x.stops.flatMap((s) => s.visits).length]))
    arrange((trips) => spread(trips, pool, all, by, trucks))
    const kept = await settled()
    if (!kept) return
    const { id, trips } = kept
    const grown = trips.filter((x) => x.stops.flatMap((s) => s.visits).length > (before.get(keyOf(x)) ?? 0))
    if (grown.length > 0) await order.ask({ id, trips: grown.map(({ truckId, turn }) => ({ truckId, turn })) })
    else notify('warn', t(['没有空闲车辆可以归车', 'No idle truck can take any of it']))
  }
  const plates = new Map(trucks.map((k) => [k.id, k.plate]))
  const label = t(['已选{n}单，放到……', '{n} ticked: put on …'], { n: going.length })
  return (
    <div className="quick-send">
      <Select<string | null>
        className="quick-to"
        value={null}
        disabled={going.length === 0}
        placeholder={label}
        aria-label={t(['放到车上', 'Put on a truck'])}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          ...drawn.trips.flatMap((x, i) =>
            x.locked
              ? []
              : [{ value: keyOf(x), label: `${i + 1} ${plates.get(x.truckId)} ${x.weightRate.toFixed(0)}%` }],
          ),
          ...trucks
            .filter((k) => !drawn.trips.some((x) => x.truckId === k.id))
            .map((k) => ({ value: `${k.id}/0`, label: t(['新车次 {plate}', 'New trip {plate}'], { plate: k.plate }) })),
        ]}
        onChange={(key) => {
          const [truckId = '', turn = '0'] = (key ?? '').split('/')
          if (truckId) onSend({ truckId, turn: Number(turn) })
        }}
      />
      {by !== 'siteId' && (
        <Button disabled={free.length === 0 || isBusy} loading={order.isBusy} onClick={() => void gather()}>
          {t(['按{by}归车', 'Trucks by {by}'], { by: byTitles[by] })}
        </Button>
      )}
      <Button
        loading={rest.isBusy}
        disabled={free.length === 0 || drawn.trips.length === 0 || isBusy}
        title={drawn.trips.length === 0 ? t(['请先加车', 'Add a truck first']) : undefined}
        onClick={() => void insert()}
      >
        {t(['剩余智能插入', 'Insert the rest'])}
      </Button>
    </div>
  )
}
