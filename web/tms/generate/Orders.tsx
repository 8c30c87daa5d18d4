import type { Text } from '@lading/contract/kernel/text.ts'
import { leftReasons, type planScope, type ScopeOrder } from '@lading/contract/tms/planCalls.ts'
import { tempZones, wayBill } from '@lading/contract/tms/wayBill.ts'
import { useMemo } from 'react'
import type { z } from 'zod'
import { hashOf, type Place } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Selection } from '../../kernel/grid/selection.ts'
import { type May, useMay } from '../../kernel/permission.ts'
import { detailOf, entityOf } from '../../kernel/registry.ts'
import { Mark } from '../../ui/Mark.tsx'
import { grouped } from '../../ui/numbers.ts'
import { Card } from '../../ui/Page.tsx'
import { sizeOf } from './figures.ts'

type Site = z.output<typeof planScope.output>['sites'][number]

/** Where a reason is mended: the site where it has no position or lets nobody in, else the way bill. */
function mendedAt(o: ScopeOrder, site: Site | undefined, may: May): Place | undefined {
  // Cold goods that no truck may take are rather too cold for the trucks than the store is closed to them.
  const ofSite = o.reason === 'NO_LOCATION' || (o.reason === 'VEHICLE_BANNED' && o.tempZone === 'AMBIENT')
  const key = !ofSite ? wayBill.header.key : site?.role === 'SHIP_FROM' ? 'tms.clientShipment' : 'tms.clientStore'
  return may(entityOf(key), 'view') ? detailOf(key, ofSite ? o.siteId : o.id) : undefined
}
/** What most are, a delivery from the depot, is not told. */
const kinds: Readonly<Record<Exclude<ScopeOrder['kind'], 'DELIVER'>, Text>> = {
  PICKUP: ['取', 'Back'],
  SHIPMENT: ['转', 'Between'],
}

/** Somebody else has it on a card of his: it is planned when he gives it back. */
const heldTitle: Text = ['{user}正在排线', '{user} is planning it']
const whyNot = (o: ScopeOrder, t: Say): string =>
  o.heldBy !== null ? t(heldTitle, { user: o.heldBy }) : o.reason ? t(leftReasons[o.reason]) : ''

function useColumns(sites: readonly Site[], hasReasons: boolean): readonly ReadColumn<ScopeOrder>[] {
  const may = useMay()
  return useMemo(() => {
    const byId = new Map(sites.map((s) => [s.id, s]))
    const siteOf = (o: ScopeOrder) => byId.get(o.siteId)
    const link = (to: Place | undefined, text: string) => (to ? <a href={hashOf(to)}>{text}</a> : text)
    const reason: ReadColumn<ScopeOrder> = {
      name: 'reason',
      title: ['不能排的原因', 'Why not'],
      width: 190,
      said: (o, t) => whyNot(o, t),
      beside: 20,
      render: (o, t) =>
        whyNot(o, t) && (
          <span title={whyNot(o, t)}>
            <Mark tone="warn" /> {link(o.heldBy === null ? mendedAt(o, siteOf(o), may) : undefined, whyNot(o, t))}
          </span>
        ),
    }
    return [
      {
        name: 'billNo',
        title: wayBill.header.fields.billNo.title,
        width: 140,
        said: (o) => o.billNo,
        render: (o) =>
          link(may(entityOf(wayBill.header.key), 'view') ? detailOf(wayBill.header.key, o.id) : undefined, o.billNo),
      },
      ...(hasReasons ? [reason] : []),
      {
        name: 'site',
        title: ['门店', 'Store'],
        width: 160,
        said: (o) => [siteOf(o)?.code, siteOf(o)?.name].filter(Boolean).join(' '),
      },
      { name: 'weight', title: ['kg', 'kg'], width: 80, isFigure: true, said: (o) => grouped(o.weight) },
      { name: 'volume', title: ['m³', 'm³'], width: 80, isFigure: true, said: (o) => grouped(o.volume) },
      { name: 'windowText', title: ['时间窗', 'Time windows'], width: 180, said: (o) => o.windowText },
      { name: 'tempZone', title: ['温层', 'Temperature'], width: 90, said: (o, t) => t(tempZones[o.tempZone]) },
      { name: 'region', title: ['区域', 'Region'], width: 120, said: (o) => o.region },
      {
        name: 'kind',
        title: ['送取', 'Way'],
        width: 70,
        said: (o, t) => (o.kind === 'DELIVER' ? '' : t(kinds[o.kind])),
      },
    ]
  }, [sites, hasReasons, may])
}

const title: Text = ['1 运单', '1 Waybills']
interface Props {
  readonly orders: readonly ScopeOrder[]
  readonly sites: readonly Site[]
  readonly selection: Selection<ScopeOrder>
  readonly chosen: readonly ScopeOrder[]
}
/** The day's way bills that wait to be planned. */
export function Orders({ orders, sites, selection, chosen }: Props) {
  const t = useText()
  const faulty = orders.filter((o) => o.reason !== null || o.heldBy !== null).length
  const columns = useColumns(sites, faulty > 0)
  const { kg, m3 } = sizeOf(chosen)
  return (
    <section className="plan-orders" aria-label={t(title)}>
      <Card
        title={t(title)}
        extra={
          <span role="status">
            {faulty > 0 && (
              <span className="plan-faulty tone-warn">
                <Mark tone="warn" /> {t(['{n}单不能排', 'Cannot be planned: {n}'], { n: faulty })}
              </span>
            )}
            {t(['已选{n}/{all}单', 'Chosen: {n} of {all}'], { n: chosen.length, all: orders.length })}
            <b className="num plan-total">{grouped(kg)} kg</b>
            <b className="num plan-total">{grouped(m3)} m³</b>
          </span>
        }
      >
        <ReadTable<ScopeOrder>
          label={t(title)}
          rows={orders}
          columns={columns}
          selection={selection}
          height={300}
          none={['这一天没有待排线的运单', 'No waybills wait to be planned for this day']}
        />
      </Card>
    </section>
  )
}
