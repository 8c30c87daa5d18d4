import { entity } from '../kernel/entity.ts'
import { choice, code, instant, int, json, ref } from '../kernel/field.ts'
import { eventKinds, eventSources } from './shipPlanBill.ts'

/** What was handed over of a line, in its unit, and why not all. */
export interface SignedLine {
  readonly lineId: string
  readonly qty: string
}
/** Empty containers of the warehouse that a store gave back, by their type. */
export interface Empties {
  readonly typeId: string
  readonly qty: number
}
export interface EventPayload {
  readonly empties?: readonly Empties[]
  readonly lines?: readonly SignedLine[]
  readonly reason?: string
  readonly signer?: string
  readonly odometerKm?: number
  readonly sealNo?: string
}

/** What happened on a trip, as it was told: only ever added to. States and times follow from it. */
export const tripEvent = entity('tms', 'tripEvent', {
  title: ['派车单事件', 'Trip event'],
  module: 'transportation.tripEvent',
  scope: 'org',
  worksAt: ['TC'],
  ownerThrough: 'billId',
  carrierThrough: 'billId',
  appendOnly: true,
  found: false,
  fields: {
    uid: code(['事件号', 'Event'], { required: true, max: 40 }),
    billId: ref(['派车单', 'Trip'], 'tms.shipPlanBill', { required: true }),
    stopId: ref(['站点', 'Stop'], 'tms.shipPlanStop'),
    wayBillId: ref(['运单', 'Waybill'], 'tms.wayBill'),
    kind: choice(['事件', 'Event'], eventKinds, { required: true }),
    /** When it happened, by the clock of whoever told it; when it was received is when the row was written. */
    at: instant(['发生时间', 'Happened at'], { required: true }),
    source: choice(['来源', 'Told by'], eventSources, { required: true }),
    /** How often the trip had been opened again by then. */
    round: int(['轮次', 'Round'], { required: true }),
    payload: json<EventPayload>(['内容', 'Content']),
  },
  unique: [['uid']],
  indexes: [['billId']],
  actions: [],
})
