import type { Person } from '../tools/day/client.ts'
import { type Document, find } from './desk.ts'

export interface Place {
  readonly id: string
  readonly clientId: string
  readonly name: string
  readonly lng: string
  readonly lat: string
}
export const siteOf = (desk: Person, code: string) => find<Place>(desk, '/tms/api/clientSite', { code })
export const tripOf = (desk: Person, id: string) => find<Document>(desk, '/tms/api/shipPlanBill', { id: [id] })

interface Trip {
  readonly plate: string
  readonly depot: Place
  readonly stores: readonly Place[]
  /** What is said of each way bill, beside where it goes; and of the trip. */
  readonly way: object
  readonly trip: object
}
/** A truck's trip with goods for stores, released. */
export async function released(desk: Person, { plate, depot, stores, way, trip }: Trip): Promise<Document> {
  const lines = [{ productName: '矿泉水 550ml', uom: '箱', planQty: '20', weight: '270', volume: '0.42' }]
  const wayBillIds: string[] = []
  for (const { id: toSiteId, clientId } of stores) {
    const bill = { clientId, fromSiteId: depot.id, toSiteId, lines, ...way }
    wayBillIds.push((await desk.post<Document>('/tms/api/wayBill/create', bill)).id)
  }
  await desk.post('/tms/api/wayBill/approve', { rows: wayBillIds.map((id) => ({ id, version: 0 })) })
  const truck = await find<Document>(desk, '/tms/api/truck', { code: plate })
  const head = { departSiteId: depot.id, truckId: truck.id, ...trip }
  const { id } = await desk.post<Document>('/tms/api/shipPlanBill/create', head)
  await desk.post('/tms/api/shipPlanBill/addWayBills', { id, version: 0, wayBillIds })
  await desk.post('/tms/api/shipPlanBill/release', { rows: [{ id, version: (await tripOf(desk, id)).version }] })
  return tripOf(desk, id)
}
