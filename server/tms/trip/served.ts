import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import {
  addWayBills,
  myTrips,
  recordTrip,
  takeOffWayBills,
  tellEvents,
  tripOnRoad,
  tripPrints,
} from '@lading/contract/tms/tripCalls.ts'
import { found } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach, serveOutside } from '../../kernel/http/serve.ts'
import { demandAt } from '../../kernel/scope.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { masterServed } from '../../platform/masterServed.ts'
import { type PrintDocument, type PrintNeeds, printDocument } from '../../platform/print/documents.ts'
import { paperForm } from '../../platform/print/sheet.ts'
import { tripPaper, tripSheets } from '../print/tripSheets.ts'
import { addToTrip, takeOffTrip } from './change.ts'
import { flowHere } from './events.ts'
import { tripRules } from './make.ts'
import { roadTrips } from './read.ts'
import { mine, record, tell } from './road.ts'
import { tripSteps } from './steps.ts'

/** A step is taken as the flow of the organisation has it. */
const stepsServed = (): Served[] =>
  Object.keys(shipPlanBill.flow.steps).flatMap((step) => {
    const call = documentCalls(shipPlanBill)[step]
    return call
      ? [
          serveEach(call, async (ctx, row) =>
            takeStep(ctx, { ...shipPlanBill, flow: await flowHere(ctx) }, step, row, tripSteps[step]),
          ),
        ]
      : []
  })

export const tripDocuments = {
  shipPlanBill: { kind: tripPaper.kind, subject: shipPlanBill.header.key, title: tripPaper.title, make: tripSheets },
} as const satisfies Record<string, PrintDocument>
export const tripForms = [paperForm(tripPaper)]

/** 派车单, and the driver's phone. */
export const tripsServed = (o: PrintNeeds): Served[] => [
  ...masterServed(shipPlanBill.header, tripRules),
  ...stepsServed(),
  serve(addWayBills, addToTrip),
  serve(takeOffWayBills, takeOffTrip),
  serve(recordTrip, record),
  serve(tripOnRoad, async (ctx, { id }) => found((await roadTrips(ctx, [id]))[0], shipPlanBill.header.title)),
  serveOutside(tripPrints.shipPlanBill, (request, input) =>
    printDocument(request, tripDocuments.shipPlanBill, input, {
      ...o,
      demandHere: (ctx) => demandAt(shipPlanBill.header, ctx),
    }),
  ),
  serve(myTrips, mine),
  serve(tellEvents, tell),
]
