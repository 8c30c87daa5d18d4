import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientShipment, clientStore } from '@lading/contract/tms/clientSite.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import sql from 'sql-template-tag'
import type { TestServer } from '../../testing/server.ts'
import { copyCatalogue } from '../catalogue.ts'

type Seen = { id: string; version: number }

/** A chain with a depot and three stores, four trucks of one tonne with drivers: the third's papers have ended, the fourth's driver may not. */
export async function makeFleet(server: TestServer) {
  const group = await server.as('admin', 'G')
  const make = async (e: AnyEntity, input: object) => (await group.call<Seen>(crudCalls(e).create, input)).id
  await server.inside('G', copyCatalogue)
  const licences = await server.inside('G', (ctx) =>
    ctx.tx.query<{ id: string; code: string }>(
      sql`select id, code from tms_sys_driver_license where tenant_id = ${ctx.tenantId}`,
    ),
  )
  const licence = (code: string) => licences.find((l) => l.code === code)?.id
  const chain = await make(client, { code: 'C1', name: 'chain' })
  const site = { clientId: chain, lng: '120.5', lat: '31.5' }
  const depot = await make(clientShipment, { ...site, code: 'DC', name: 'depot', isDepot: true })
  const stores = [
    await make(clientStore, { ...site, code: 'S1', name: 'one' }),
    await make(clientStore, { ...site, code: 'S2', name: 'two' }),
    await make(clientStore, { ...site, code: 'S3', name: 'three' }),
  ]
  const owner = await make(carrier, {
    code: 'OWN',
    name: 'own',
    kind: 'OWN',
    contractTo: '2027-12-31',
    settleCycle: 'MONTH',
  })
  const type = await make(truckType, {
    code: 'T',
    name: 'T',
    loadKg: '1000',
    volumeM3: '10',
    grossKg: '4400',
    licenceId: licence('C1'),
  })
  const fleet: { truck: string; driver: string }[] = []
  for (const i of [0, 1, 2, 3]) {
    const driver = await make(staff, {
      ...{ code: `D${i}`, name: `driver${i}`, phone: `1380000000${i}`, carrierId: owner, licenceTo: '2027-12-31' },
      ...{ licenceId: licence(i === 3 ? 'D' : 'C1'), userId: i === 0 ? server.one.users.get('clerk') : null },
    })
    const certificates = ['COMPULSORY', 'INSPECTION'].map((kind) => ({
      kind,
      validTo: i === 2 ? '2026-11-27' : '2027-12-31',
    }))
    const made = await make(truck, {
      code: `沪A0000${i}`,
      carrierId: owner,
      typeId: type,
      driverId: driver,
      certificates,
    })
    fleet.push({ truck: made, driver })
  }
  return { chain, depot, stores, type, owner, fleet }
}
