import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientShipment, clientStore } from '@lading/contract/tms/clientSite.ts'
import { driverLicence } from '@lading/contract/tms/licence.ts'
import { adoptTypes, takeOwners } from '@lading/contract/tms/masterCalls.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import { region } from '@lading/contract/tms/region.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { sysTruckType } from '@lading/contract/tms/sysTruckType.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRow, updateRow } from '../../kernel/crud.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { copyCatalogue } from '../catalogue.ts'
import { regionRules } from './regions.ts'

type Made = { id: string; version: number }
type Row = Made & Record<string, unknown> & { refs: Record<string, { code: string }> }
let server: TestServer
let group: Client
beforeAll(async () => {
  server = await openTestServer({ now: () => new Date('2026-11-28T02:00:00Z') })
  group = await server.as('admin', 'G')
  await server.inside('G', copyCatalogue)
})
afterAll(() => server.close())

const make = (e: AnyEntity, input: object) => group.call<Made>(crudCalls(e).create, input)
const list = async (e: AnyEntity, filter: object = {}) =>
  (await group.call<{ records: Row[] }>(crudCalls(e).query, { filter })).records
const refused = async (e: AnyEntity, input: object, field: string) =>
  expect(make(e, input)).rejects.toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ field })]) })

test('the product’s licence classes and truck types come to each tenant once, and nobody types them in', async () => {
  expect(await server.inside('G', copyCatalogue)).toBe(0)
  const [b2] = await list(driverLicence, { code: 'B2' })
  expect(b2?.refs.covers?.code).toBe('C1,C2,C3,C4,M')
  const types = await list(sysTruckType, { needsPermit: true })
  expect(types.map((t) => t.code)).toEqual(['BOX68', 'BOX76', 'BOX96', 'SEMI13'])
  expect(crudCalls(driverLicence).create).toBeUndefined()
})

test('trucks, their types and their certificates: what has run out is marked, and a type in use stays', async () => {
  await refused(truckType, { code: 'T0', name: 'x', loadKg: '0', volumeM3: '15' }, 'loadKg')
  const type = await make(truckType, { code: 'T1', name: '4.2', loadKg: '1500', volumeM3: '15' })
  const own = await make(carrier, { code: 'OWN', name: 'own', kind: 'OWN', contractTo: '2026-11-28' })
  await refused(truck, { code: '12345', typeId: type.id, carrierId: own.id }, 'code')
  const certificates = [
    { kind: 'INSPECTION', validTo: '2026-11-27' },
    { kind: 'COMPULSORY', validTo: '2027-05-01' },
  ]
  const made = await make(truck, { code: ' 沪a·d12345', typeId: type.id, carrierId: own.id, certificates })
  expect(await list(truck)).toMatchObject([{ code: '沪AD12345', nextExpiry: '2026-11-27', isExpired: true }])
  // A contract holds on its last day.
  expect(await list(carrier)).toMatchObject([{ trucks: 1, drivers: 0, nextExpiry: '2026-11-28', isExpired: false }])
  expect(await list(truckType)).toMatchObject([{ trucks: 1 }])
  const disable = (e: AnyEntity, row: Made) => group.call(crudCalls(e).disable, { id: row.id, version: row.version })
  await expect(disable(truckType, type)).rejects.toMatchObject({ code: 42300 })
  await disable(truck, made)
  await disable(truckType, type)
})

test('a driver has a licence, and numbers that fit', async () => {
  const [c1] = await list(driverLicence, { code: 'C1' })
  const licence = { licenceId: c1?.id, licenceTo: '2030-01-01' }
  await refused(
    staff,
    { code: 'D1', name: 'Li', phone: '13800000001', kinds: ['DRIVER'], licenceId: null },
    'licenceId',
  )
  await refused(staff, { code: 'D1', name: 'Li', phone: '138', kinds: ['DRIVER'], ...licence }, 'phone')
  await refused(staff, { code: 'D1', name: 'Li', phone: '13800000001', idNo: '11010519491231002A', kinds: [] }, 'idNo')
  await make(staff, {
    code: 'D1',
    name: 'Li',
    phone: '13800000001',
    idNo: '11010519491231002X',
    kinds: ['DRIVER'],
    ...licence,
  })
  await make(staff, { code: 'L1', name: 'Wu', phone: '13800000002', kinds: ['LOADER'] })
})

test('a site falls into the smallest region that it lies in; its windows do not overlap', async () => {
  const square = (size: number) => [
    [120, 31],
    [120 + size, 31],
    [120 + size, 31 + size],
    [120, 31 + size],
  ]
  const draw = (input: object) =>
    server.inside('G', (ctx) => createRow(ctx, region, { kind: 'DELIVERY', sort: 0, ...input } as never, regionRules))
  const wide = await draw({ code: 'R1', name: 'wide', ring: square(2) })
  const near = await draw({ code: 'R2', name: 'near', ring: square(1), parentId: wide.id })
  const cross = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
  ]
  await expect(draw({ code: 'R3', name: 'x', ring: cross })).rejects.toMatchObject({ refusal: { code: 42301 } })
  const turn = server.inside('G', (ctx) => updateRow(ctx, region, { ...wide, parentId: near.id }, regionRules))
  await expect(turn).rejects.toMatchObject({ refusal: { code: 42302 } })

  const of = await make(client, { code: 'C1', name: 'chain' })
  const at = { clientId: of.id, lng: '120.5', lat: '31.5' }
  const windows = [
    { days: ['1', '2'], opensAt: '06:00', closesAt: '10:00' },
    { opensAt: '14:00', closesAt: '18:00' },
  ]
  await make(clientStore, { ...at, code: 'S1', name: 'one', windows })
  await make(clientStore, { clientId: of.id, code: 'S2', name: 'two' })
  await make(clientShipment, { ...at, lng: '121.5', lat: '32.5', code: 'DC', name: 'depot', isDepot: true })
  expect(await list(clientStore)).toMatchObject([
    {
      code: 'S1',
      isLocated: true,
      windowText: '14:00-18:00; 周一 周二 06:00-10:00',
      coordSource: 'MANUAL',
      refs: { regionId: { code: 'R2' } },
    },
    { code: 'S2', isLocated: false, role: 'SHIP_TO' },
  ])
  expect(await list(clientShipment)).toMatchObject([
    { code: 'DC', role: 'SHIP_FROM', refs: { regionId: { code: 'R1' } } },
  ])
  expect(await list(client)).toMatchObject([{ sites: 3 }])
  const more = { opensAt: '09:30', closesAt: '12:00' }
  await refused(
    clientStore,
    { ...at, code: 'S3', name: 'x', windows: [...windows, { days: ['2'], ...more }] },
    'windows.2.opensAt',
  )
  await make(clientStore, { ...at, code: 'S3', name: 'x', windows: [windows[0], { days: ['3'], ...more }] })
  await refused(
    clientStore,
    { ...at, code: 'S4', name: 'x', windows: [{ opensAt: '10:00', closesAt: '09:00' }] },
    'windows.0.closesAt',
  )
  await refused(clientStore, { clientId: of.id, code: 'S4', name: 'x', lng: '120' }, 'lat')
})

test('a fence is drawn near its site, and is one', async () => {
  const clientId = (await make(client, { code: 'F1', name: 'fenced' })).id
  const site = { clientId, name: 'a', lng: '120.5', lat: '31.5' }
  const square = (lng: number, size = 0.001) => [
    [lng, 31.5],
    [lng + size, 31.5],
    [lng + size, 31.501],
    [lng, 31.501],
  ]
  const [a, b, c, d] = square(120.5)
  const wrong = [[a, b], [a, c, b, d], square(120.52), square(120.4, 0.2), 'no fence']
  for (const [i, fenceRing] of wrong.entries())
    await expect(make(clientStore, { ...site, code: `F${i}`, fenceRing })).rejects.toMatchObject({
      code: tmsFaults.fence.code,
    })
  const made = await make(clientStore, { ...site, code: 'F9', fenceRing: square(120.5) })
  const get = () => group.call<Row>(crudCalls(clientStore).getById, { id: made.id })
  expect((await get()).fenceRing).toEqual(square(120.5))
  // A site that moves away from its fence says so; without it, it may.
  const move = (more: object) =>
    group.call<Made>(crudCalls(clientStore).update, { ...made, lng: '120.6', lat: '31.5', ...more })
  await expect(move({})).rejects.toMatchObject({ code: tmsFaults.fence.code })
  await move({ fenceRing: null })
  expect(await get()).toMatchObject({ fenceRing: null, lng: '120.600000' })
})

test('whoever is at a centre reads masters and does not write them', async () => {
  const tc = await server.as('admin', 'TC01')
  expect((await tc.call<{ records: Row[] }>(crudCalls(truck).query, {})).records).toHaveLength(1)
  await expect(tc.call(crudCalls(carrier).create, { code: 'X', name: 'x' })).rejects.toMatchObject({ code: 40304 })
})

test('a type that is sold is adopted once; cargo owners become clients, those that are none yet', async () => {
  const [semi] = await list(sysTruckType, { code: 'SEMI13' })
  const rows = [{ id: semi?.id ?? '', version: semi?.version ?? 0 }]
  expect(await group.call(adoptTypes, { rows })).toMatchObject({ ok: 1 })
  expect(await group.call(adoptTypes, { rows })).toMatchObject({ ok: 0, failed: [{ code: 42303 }] })
  expect(await list(truckType, { code: 'SEMI13' })).toMatchObject([
    { loadKg: '30000.000', refs: { licenceId: { code: 'A2' } } },
  ])
  await make(owner, { code: 'O1', name: 'tea house' })
  expect(await group.call(takeOwners, {})).toEqual({ count: 1 })
  expect(await group.call(takeOwners, {})).toEqual({ count: 0 })
  expect(await list(client, { code: 'O1' })).toMatchObject([
    { name: 'tea house', kind: 'OWNER', refs: { ownerRef: { code: 'O1' } } },
  ])
})
