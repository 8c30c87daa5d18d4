import type { Text } from '@lading/contract/kernel/text.ts'
import type { PlannedTruck, planStart, ScopeOrder } from '@lading/contract/tms/planCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { Select } from 'antd'
import { useMemo } from 'react'
import type { z } from 'zod'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Selection } from '../../kernel/grid/selection.ts'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { Bar } from '../../ui/Bar.tsx'
import { grouped, percent } from '../../ui/numbers.ts'
import { Card } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { roomOf, sizeOf, sufficing } from './figures.ts'

export type Config = z.output<typeof planStart.output>['configs'][number]

function useColumns(): readonly ReadColumn<PlannedTruck>[] {
  const may = useMay()
  return useMemo(() => {
    const plate = (r: PlannedTruck) => {
      const to = may(truck, 'view') ? detailOf(truck.key, r.id) : undefined
      return to ? <a href={hashOf(to)}>{r.plate}</a> : r.plate
    }
    return [
      { name: 'plate', title: truck.fields.code.title, width: 120, said: (r) => r.plate, render: plate },
      { name: 'type', title: truck.fields.typeId.title, width: 160, said: (r) => r.type },
      { name: 'kg', title: ['载重kg', 'Payload kg'], width: 100, isFigure: true, said: (r) => grouped(r.kg) },
      { name: 'm3', title: ['容积m³', 'Volume m³'], width: 100, isFigure: true, said: (r) => grouped(r.m3) },
      { name: 'driver', title: ['司机', 'Driver'], width: 140, said: (r) => r.driver },
    ]
  }, [may])
}

/** How much of what the trucks take in one trip is taken. */
function Load({ title, has, room, unit }: { title: Text; has: string; room: string; unit: string }) {
  const t = useText()
  const isOver = Number(has) > Number(room)
  return (
    <div className="plan-load">
      <span>
        {t(title)}{' '}
        <b className="num">
          {grouped(has)} / {grouped(room)} {unit}
        </b>
      </span>
      <Bar share={isOver ? 100 : percent(has, room)} {...(isOver && { tone: 'warn' as const })} />
    </div>
  )
}

const title: Text = ['2 车辆', '2 Trucks']
interface Props {
  readonly trucks: readonly PlannedTruck[]
  readonly selection: Selection<PlannedTruck>
  readonly chosen: readonly PlannedTruck[]
  /** What is to be carried. */
  readonly orders: readonly ScopeOrder[]
  readonly configs: readonly Config[]
  readonly config: Config | undefined
  readonly onConfig: (id: string) => void
}
/** The trucks that may be used, and whether they can suffice. */
export function Fleet({ trucks, selection, chosen, orders, configs, config, onConfig }: Props) {
  const t = useText()
  const columns = useColumns()
  const [goods, room] = [sizeOf(orders), roomOf(chosen, config)]
  const turns = config?.trips ?? 1
  const enough = sufficing(orders, room, turns)
  const setting = t(routePlan.header.fields.configId.title)
  return (
    <section className="plan-fleet" aria-label={t(title)}>
      <Card
        title={t(title)}
        extra={
          <div className="plan-config">
            <span className="muted">{setting}</span>
            <Select
              aria-label={setting}
              options={configs.map((c) => ({ value: c.id, label: c.name }))}
              value={config?.id ?? null}
              onChange={onConfig}
            />
          </div>
        }
      >
        <div className="plan-loads" role="status">
          <Load title={['重量', 'Weight']} has={goods.kg} room={room.kg} unit="kg" />
          <Load title={['体积', 'Volume']} has={goods.m3} room={room.m3} unit="m³" />
          {enough === 'MORE' && (
            <StatusTag tone="busy">
              {t(['一趟装不下，部分车辆要跑多趟（每车最多{n}趟）', 'Not in one trip each: at most {n} per truck'], {
                n: turns,
              })}
            </StatusTag>
          )}
          {enough === 'NEVER' && (
            <StatusTag tone="warn">
              {t(['车辆不够，会有运单排不上', 'The trucks cannot suffice: some waybills will be left out'])}
            </StatusTag>
          )}
        </div>
        <ReadTable<PlannedTruck>
          label={t(title)}
          rows={trucks}
          columns={columns}
          selection={selection}
          height={205}
          none={['没有可用的车辆', 'No truck can be used']}
        />
      </Card>
    </section>
  )
}
