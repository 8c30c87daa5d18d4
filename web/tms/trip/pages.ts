import { onRoadStates, shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { addWayBills, recordTrip, takeOffWayBills, tripPrints } from '@lading/contract/tms/tripCalls.ts'
import { createElement } from 'react'
import { billPage } from '../../platform/bill/billPage.ts'
import { later } from '../../platform/later.ts'

/** Fetched when it is first drawn: the list of pages must be readable without the client. */
const Dots = later(async () => (await import('./Dots.tsx')).Dots)
const TripFees = later(async () => (await import('../fee/TripFees.tsx')).TripFees)
const before = ['RELEASED', 'ACCEPTED', 'CHECKED_IN'] as const

export const tripPages = billPage(shipPlanBill, {
  dialogs: [
    {
      key: 'record',
      title: recordTrip.title,
      verb: 'run',
      from: [...before, 'LOADED', ...onRoadStates],
      view: later(async () => (await import('./RecordTrip.tsx')).RecordTrip),
    },
    {
      key: 'addWayBills',
      title: addWayBills.title,
      verb: 'update',
      from: ['DRAFT', ...before, 'IN_TRANSIT'],
      view: later(async () => (await import('./AddWayBills.tsx')).AddWayBills),
    },
    {
      key: 'takeOff',
      title: takeOffWayBills.title,
      verb: 'update',
      from: ['DRAFT', ...before],
      view: later(async () => (await import('./TakeOff.tsx')).TakeOff),
    },
  ],
  // What stands between is passed by itself, unless the centre wants each stage.
  aside: () => ['accept', 'checkIn', 'loadStart', 'loadFinish', 'unload', 'changeTruck', 'recall', 'reopen'],
  cells: { dots: (row) => createElement(Dots, { of: String(row.dots ?? '') }) },
  tabs: (bill) => [{ key: 'fees', title: ['费用', 'Money'], content: createElement(TripFees, { bill }) }],
  print: { call: tripPrints.shipPlanBill, title: ['打印派车单', 'Print trip sheet'] },
})
