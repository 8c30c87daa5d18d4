import { addDays } from '@lading/contract/kernel/day.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { org } from '@lading/contract/sys/org.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientShipment, clientSite, clientStore } from '@lading/contract/tms/clientSite.ts'
import { driverLicence } from '@lading/contract/tms/licence.ts'
import { parkingArea } from '@lading/contract/tms/parkingArea.ts'
import { region } from '@lading/contract/tms/region.ts'
import { roadNet } from '@lading/contract/tms/roadNet.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { sysTruckType } from '@lading/contract/tms/sysTruckType.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { regionRules } from '../masters/regions.ts'
import { carrierRules, siteRules, staffRules, truckRules, truckTypeRules } from '../masters/rules.ts'
import { roadRules } from '../roads/served.ts'
import { furtherStores, knownWays, regions } from './towns.ts'

const types = [
  {
    code: 'T42',
    name: '4.2米厢货',
    sys: 'BOX42',
    costFixed: '180',
    costPerKm: '2.2',
    costPerStop: '12',
    skills: ['TAIL_LIFT'],
  },
  {
    code: 'T42R',
    name: '4.2米冷藏',
    sys: 'REEFER42',
    costFixed: '260',
    costPerKm: '2.9',
    costPerStop: '15',
    tempMin: '-18',
    skills: ['TAIL_LIFT', 'REEFER'],
  },
  {
    code: 'T68',
    name: '6.8米厢货',
    sys: 'BOX68',
    costFixed: '420',
    costPerKm: '3.6',
    costPerStop: '20',
    skills: ['PALLET_JACK'],
  },
] as const
const names = [
  '陈建国',
  '林志强',
  '黄海涛',
  '周小军',
  '吴德明',
  '徐大勇',
  '孙立平',
  '胡成林',
  '朱永康',
  '高文杰',
  '何家良',
  '郭春生',
  '马国栋',
  '罗少华',
]

/** Towns in which stores lie, who drives there and with what. */
export async function seedTransport(ctx: Ctx): Promise<void> {
  const places = new Map<string, string>()
  for (const [sort, one] of regions.entries()) {
    const { upper, ...drawn } = { upper: '', ...one }
    const parentId = places.get(upper) ?? null
    places.set(one.code, (await createRow(ctx, region, { ...drawn, parentId, sort }, regionRules)).id)
  }
  await seedSites(ctx)
  await seedWays(ctx)
  await seedFleet(ctx)
}

/** The centre's own site, and one for each store that a warehouse serves. */
async function seedSites(ctx: Ctx): Promise<void> {
  const owners = await ctx.tx.query<{ id: string; code: string; name: string }>(sql`
    select o.id, o.code, o.name from ${named(ctx, owner, 'o')} order by o.code`)
  let chain = ''
  for (const [i, { id, code, name }] of owners.entries()) {
    const made = await createRow(ctx, client, {
      code,
      name,
      kind: i === 0 ? 'STORE_CHAIN' : 'OWNER',
      ownerRef: id,
      creditDays: 30,
    })
    chain ||= made.id
  }
  const centres = await ctx.tx.query<{
    id: string
    code: string
    name: string
    address: string
    lng: string
    lat: string
  }>(sql`
    select o.id, o.code, o.name, o.address, o.longitude as lng, o.latitude as lat from ${named(ctx, org, 'o')} where o.type = 'DC' order by o.code`)
  for (const { id: orgRef, code, name, address, lng, lat } of centres)
    await createRow(
      ctx,
      clientShipment,
      { clientId: chain, code, name, address, lng, lat, role: 'SHIP_FROM', isDepot: true, orgRef },
      siteRules,
    )
  const stores = await ctx.tx.query<{
    id: string
    code: string
    name: string
    address: string
    route: string
    lng: string
    lat: string
    contact: string
    phone: string
  }>(sql`
    select s.id, s.code, s.name, s.address, s.route, s.longitude as lng, s.latitude as lat, s.contact, s.phone from ${named(ctx, store, 's')} order by s.code`)
  for (const [i, { id, ...site }] of stores.entries()) {
    const early = { days: [], opensAt: i % 3 === 0 ? '05:00' : '06:00', closesAt: i % 4 === 0 ? '09:00' : '11:00' }
    const weekdays = ['1', '2', '3', '4', '5']
    const weekend = { days: ['6', '7'], opensAt: '07:00', closesAt: '10:00' }
    const windows =
      i % 7 === 3
        ? [{ ...early, days: weekdays }, weekend]
        : i % 5 === 0
          ? [early, { days: [], opensAt: '14:00', closesAt: '17:00' }]
          : [early]
    await createRow(
      ctx,
      clientStore,
      {
        ...site,
        storeRef: id,
        clientId: chain,
        role: 'SHIP_TO',
        windows,
        serviceMin: 8 + (i % 5) * 2,
        skills: i % 6 === 0 ? ['TAIL_LIFT'] : [],
      },
      siteRules,
    )
  }
  for (const [i, one] of furtherStores.entries())
    await createRow(ctx, clientStore, furtherStore(one, { clientId: chain, i }), siteRules)
}

interface Further {
  readonly clientId: string
  readonly i: number
}
const furtherStore = ([name, city, district, lng, lat]: (typeof furtherStores)[number], { clientId, i }: Further) => ({
  clientId,
  code: `T${String(i + 1).padStart(3, '0')}`,
  name,
  city,
  district,
  address: `${city}${district}样板街${16 + i * 9}号`,
  lng: lng === null ? null : String(lng),
  lat: lat === null ? null : String(lat),
  role: 'SHIP_TO',
  windows: [{ days: [], opensAt: '07:00', closesAt: i % 3 === 0 ? '10:00' : '12:00' }],
  serviceMin: 10 + (i % 4) * 2,
  contact: '值班店长',
  phone: `1990000${String(7001 + i)}`,
})

async function seedWays(ctx: Ctx): Promise<void> {
  const sites = await ctx.tx.query<{ id: string; code: string }>(sql`
    select s.id, s.code from ${named(ctx, clientSite, 's')}`)
  const idOf = new Map(sites.map(({ id, code }) => [code, id]))
  for (const [code, km, minutes, toll] of knownWays) {
    const [fromId, toId] = [idOf.get('DC01'), idOf.get(code)]
    if (fromId === undefined || toId === undefined) throw new Error(`the demo has no site ${code}`)
    const way = { profile: 'TRUCK_SMALL', distanceM: km * 1000, durationS: minutes * 60, toll }
    await createRow(ctx, roadNet, { fromId, toId, ...way }, roadRules)
    await createRow(ctx, roadNet, { fromId: toId, toId: fromId, ...way }, roadRules)
  }
}

async function seedTypes(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>()
  const sys = await ctx.tx.query<{
    id: string
    code: string
    loadKg: string
    volumeM3: string
    grossKg: string
    licenceId: string
  }>(sql`
    select t.id, t.code, t.load_kg, t.volume_m3, t.gross_kg, t.licence_id from ${named(ctx, sysTruckType, 't')}`)
  for (const { sys: of, ...type } of types) {
    const from = sys.find((s) => s.code === of)
    if (!from) continue
    const { id, code: _, ...measures } = from
    made.set(
      type.code,
      (await createRow(ctx, truckType, { ...measures, ...type, sysTypeId: id, speedFactor: '1' }, truckTypeRules)).id,
    )
  }
  return made
}

async function seedCarriers(ctx: Ctx, today: string): Promise<readonly string[]> {
  const carriers: string[] = []
  for (const [code, name, kind, ends] of [
    ['LADING', '来丁车队', 'OWN', 700],
    ['SHUNDA', '顺达物流', 'CONTRACT', 20],
    ['TUAN', '途安运输', 'SPOT', -3],
  ] as const)
    carriers.push(
      (
        await createRow(
          ctx,
          carrier,
          {
            code,
            name,
            kind,
            contractFrom: addDays(today, ends - 730),
            contractTo: addDays(today, ends),
            settleCycle: 'MONTH',
            contact: '王经理',
            phone: '19900008001',
          },
          carrierRules,
        )
      ).id,
    )
  return carriers
}

/** Drivers, a truck for most of them, and where these stand. */
async function seedFleet(ctx: Ctx): Promise<void> {
  const today = businessDay(ctx)
  const made = await seedTypes(ctx)
  const carriers = await seedCarriers(ctx, today)
  const yards: string[] = []
  const { id: siteId } = await ctx.tx.one<{ id: string }>(sql`
    select s.id from ${named(ctx, clientSite, 's')} where s.code = 'DC01'`)
  for (const [code, name, kind, capacity, lng, lat] of [
    ['YARD', '来丁停车场', 'YARD', 20, '121.126300', '31.149600'],
    ['WAIT-1', '一号待装区', 'WAIT', 6, '121.124600', '31.151200'],
    ['WAIT-2', '二号待装区', 'WAIT', 4, '121.123500', '31.151300'],
  ] as const)
    yards.push((await createRow(ctx, parkingArea, { code, name, kind, capacity, siteId, lng, lat })).id)
  const licences = await ctx.tx.query<{ id: string; code: string }>(sql`
    select l.id, l.code from ${named(ctx, driverLicence, 'l')}`)
  const licence = (code: string) => licences.find((l) => l.code === code)?.id ?? null
  const driverUser = await ctx.tx.maybe<{ id: string } & object>(sql`
    select u.id from sys_user u where u.tenant_id = ${ctx.tenantId} and u.username = 'driver'`)
  for (const [i, name] of names.entries()) {
    const carrierId = carriers[i % 5 === 4 ? 1 : i === 13 ? 2 : 0] ?? ''
    const driver = await createRow(
      ctx,
      staff,
      {
        code: `D${String(i + 1).padStart(3, '0')}`,
        name,
        kinds: ['DRIVER'],
        phone: `1990000${String(9001 + i)}`,
        carrierId,
        licenceId: licence(i % 3 === 2 ? 'B2' : 'C1'),
        licenceNo: `3101${String(19700101 + i * 10203)}00${i % 10}`,
        // One of them drives with a telephone.
        userId: i === 1 ? (driverUser?.id ?? null) : null,
        licenceTo: addDays(today, i === 6 ? 12 : 900),
        ...(i % 3 === 2 && { qualificationTo: addDays(today, 400) }),
      },
      staffRules,
    )
    if (i >= 12) continue
    const certificates = [
      { kind: 'COMPULSORY', no: `PDAA2026${i}`, validTo: addDays(today, i === 3 ? 9 : 240) },
      { kind: 'INSPECTION', no: null, validTo: addDays(today, i === 8 ? -2 : 300) },
      ...(i % 3 === 2 ? [{ kind: 'ROAD_PERMIT', no: `3101${20260000 + i}`, validTo: addDays(today, 500) }] : []),
    ]
    const typeId = made.get(types[i % 3]?.code ?? '') ?? ''
    await createRow(
      ctx,
      truck,
      {
        code: `沪A${String(31010 + i * 7)}`,
        plateColour: i % 3 === 2 ? 'YELLOW' : 'BLUE',
        carrierId,
        typeId,
        driverId: driver.id,
        parkingId: yards[0],
        fuel: i % 4 === 1 ? 'ELECTRIC' : 'DIESEL',
        skills: [],
        certificates,
        inRepair: i === 10,
      },
      truckRules,
    )
  }
}
