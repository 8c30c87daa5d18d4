// engine: gives each tenant the product's own rows

import { driverLicence } from '@lading/contract/tms/licence.ts'
import { sysTruckType } from '@lading/contract/tms/sysTruckType.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'
import { insert } from '../kernel/insert.ts'

/** Classes of driving licences and what each may drive besides. Source: order 162 of the Ministry of Public Security, annex 1. */
const licences: readonly (readonly [code: string, zh: string, en: string, covers: string])[] = [
  ['A1', '大型客车', 'Large bus', 'A3 B1 B2 C1 C2 C3 C4 M'],
  ['A2', '重型牵引挂车', 'Heavy tractor with semitrailer', 'B1 B2 C1 C2 C3 C4 C6 M'],
  ['A3', '城市公交车', 'City bus', 'C1 C2 C3 C4'],
  ['B1', '中型客车', 'Medium bus', 'C1 C2 C3 C4 M'],
  ['B2', '大型货车', 'Large truck', 'C1 C2 C3 C4 M'],
  ['C1', '小型汽车', 'Small vehicle', 'C2 C3'],
  ['C2', '小型自动挡汽车', 'Small automatic vehicle', ''],
  ['C3', '低速载货汽车', 'Low-speed truck', 'C4'],
  ['C4', '三轮汽车', 'Three-wheeled truck', ''],
  ['C5', '残疾人专用小型自动挡载客汽车', 'Adapted small automatic car', ''],
  ['C6', '轻型牵引挂车', 'Light trailer', ''],
  ['D', '普通三轮摩托车', 'Three-wheeled motorcycle', 'E'],
  ['E', '普通二轮摩托车', 'Motorcycle', 'F'],
  ['F', '轻便摩托车', 'Moped', ''],
  ['M', '轮式专用机械车', 'Wheeled special machine', ''],
  ['N', '无轨电车', 'Trolleybus', ''],
  ['P', '有轨电车', 'Tram', ''],
]
interface Kind {
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly lengthM: string
  readonly loadKg: string
  readonly volumeM3: string
  readonly grossKg: string
  readonly axles: number
  readonly licence: string
}
/** Usual measures of trucks as they are sold; a tenant's own types begin with them. */
const kinds: readonly Kind[] = [
  {
    code: 'VAN',
    name: '微面',
    nameEn: 'Micro van',
    lengthM: '2',
    loadKg: '600',
    volumeM3: '2.5',
    grossKg: '2400',
    axles: 2,
    licence: 'C1',
  },
  {
    code: 'BOX42',
    name: '4.2米厢货',
    nameEn: 'Box truck 4.2 m',
    lengthM: '4.2',
    loadKg: '1500',
    volumeM3: '16',
    grossKg: '4495',
    axles: 2,
    licence: 'C1',
  },
  {
    code: 'REEFER42',
    name: '4.2米冷藏',
    nameEn: 'Refrigerated truck 4.2 m',
    lengthM: '4.2',
    loadKg: '1300',
    volumeM3: '14',
    grossKg: '4495',
    axles: 2,
    licence: 'C1',
  },
  {
    code: 'BOX68',
    name: '6.8米厢货',
    nameEn: 'Box truck 6.8 m',
    lengthM: '6.8',
    loadKg: '8000',
    volumeM3: '36',
    grossKg: '16000',
    axles: 2,
    licence: 'B2',
  },
  {
    code: 'BOX76',
    name: '7.6米厢货',
    nameEn: 'Box truck 7.6 m',
    lengthM: '7.6',
    loadKg: '8000',
    volumeM3: '42',
    grossKg: '18000',
    axles: 2,
    licence: 'B2',
  },
  {
    code: 'BOX96',
    name: '9.6米厢货',
    nameEn: 'Box truck 9.6 m',
    lengthM: '9.6',
    loadKg: '14000',
    volumeM3: '55',
    grossKg: '25000',
    axles: 3,
    licence: 'B2',
  },
  {
    code: 'SEMI13',
    name: '13米挂车',
    nameEn: 'Semitrailer 13 m',
    lengthM: '13',
    loadKg: '30000',
    volumeM3: '85',
    grossKg: '49000',
    axles: 6,
    licence: 'A2',
  },
]
/** Trucks above this need a road permit, and their drivers a qualification. */
const permitKg = 4_500

/** Gives the tenant what it lacks of the product's rows; what it has it keeps. @returns how many came */
export async function copyCatalogue(ctx: Ctx): Promise<number> {
  const skip = sql`on conflict (tenant_id, code) do nothing`
  const classes = await insert(
    ctx,
    driverLicence,
    licences.map(([code, name, nameEn]) => ({ code, name, nameEn, covers: [] })),
    skip,
  )
  const rows = await ctx.tx.query<{ id: string; code: string }>(sql`
    select id, code from tms_sys_driver_license where tenant_id = ${ctx.tenantId}`)
  const idOf = new Map(rows.map(({ id, code }) => [code, id]))
  for (const [code, , , covers] of classes.count > 0 ? licences : [])
    if (covers !== '')
      await ctx.tx.run(sql`
        update tms_sys_driver_license set covers = ${covers.split(' ').flatMap((one) => idOf.get(one) ?? [])}::bigint[]
        where tenant_id = ${ctx.tenantId} and code = ${code} and covers = '{}'`)
  const types = await insert(
    ctx,
    sysTruckType,
    kinds.map(({ licence, ...kind }) => ({
      ...kind,
      licenceId: idOf.get(licence) ?? null,
      needsPermit: Number(kind.grossKg) > permitKg,
    })),
    skip,
  )
  return classes.count + types.count
}
