import type { QuickTruck } from '@lading/contract/tms/quickCalls.ts'
import { Select } from 'antd'
import { useText } from '../../client/text.ts'
import { grouped } from '../../ui/numbers.ts'
import { put } from '../plan/board.ts'
import type { Arrange } from '../plan/usePlan.ts'

interface Props {
  /** Those that have no card yet. */
  readonly trucks: readonly QuickTruck[]
  readonly arrange: Arrange
}
/** 加车: a truck by its plate, or the next one of a type that no trip of the day has. */
export function AddCard({ trucks, arrange }: Props) {
  const t = useText()
  const label = t(['加车……', 'Add a truck …'])
  const idle = Map.groupBy(
    trucks.filter((k) => !k.isOut),
    (k) => k.typeId,
  )
  const out = t(['已有派车单', 'on a trip'])
  const options = [
    {
      label: t(['按车型', 'By type']),
      options: [...idle.values()].flatMap(([first, ...more]) =>
        first
          ? [
              {
                value: first.id,
                key: `type ${first.typeId}`,
                label: t(['{type}（空闲{n}辆）', '{type} ({n} free)'], { type: first.type, n: more.length + 1 }),
              },
            ]
          : [],
      ),
    },
    {
      label: t(['按车辆', 'By plate']),
      options: trucks.map((k) => ({
        value: `${k.id} `,
        label: `${k.plate} ${k.type} ${grouped(k.kg)} kg${k.isOut ? ` · ${out}` : ''}`,
      })),
    },
  ]
  return (
    <Select<string | null>
      className="quick-add"
      value={null}
      placeholder={label}
      aria-label={t(['加车', 'Add a truck'])}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onChange={(id) =>
        id && arrange((trips) => put(trips, { truckId: id.trim(), turn: 0, locked: false, visits: [] }))
      }
    />
  )
}
