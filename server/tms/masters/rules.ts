// engine: places sites in regions of the enterprise, and asks whether a type is still used

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { carrier } from '@lading/contract/tms/carrier.ts'
import type { clientSite } from '@lading/contract/tms/clientSite.ts'
import { crossesItself, ringOf } from '@lading/contract/tms/geometry.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import type { staff } from '@lading/contract/tms/staff.ts'
import type { truck } from '@lading/contract/tms/truck.ts'
import type { truckType } from '@lading/contract/tms/truckType.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Changes, Rules, StoredRow, Warning } from '../../kernel/rules.ts'
import { metres } from '../gps/coords.ts'
import { metresOutside } from '../watch/place.ts'
import { readRegions, regionAt } from './regions.ts'

const told = (field: string, wrong: boolean, message: Text): Warning[] => (wrong ? [{ field, message }] : [])
const given = (v: unknown): v is string => v !== undefined && v !== null && v !== ''

export const truckTypeRules: Rules<typeof truckType> = {
  warn: ({ loadKg, volumeM3, tempMin, tempMax }) => [
    ...told('loadKg', given(loadKg) && Number(loadKg) <= 0, ['载重、容积必须大于0', 'Payload must be above 0']),
    ...told('volumeM3', given(volumeM3) && Number(volumeM3) <= 0, ['载重、容积必须大于0', 'Volume must be above 0']),
    ...told('tempMax', given(tempMin) && given(tempMax) && Number(tempMin) > Number(tempMax), [
      '最高温不能低于最低温',
      'The highest temperature is below the lowest',
    ]),
  ],
  beforeDisable: async (ctx, { id }) => {
    const used = await ctx.tx.maybe(sql`
      select 1 from tms_truck where tenant_id = ${ctx.tenantId} and type_id = ${id} and not disabled limit 1`)
    if (used) refuse(tmsFaults.typeInUse)
  },
}

/** As the ministry forms plates: a province, a letter, five or six characters. */
const plate = /^[\u4e00-\u9fa5][A-Z][A-Z0-9]{4,6}[A-Z0-9挂学警]$/
export const truckRules: Rules<typeof truck> = {
  complete: (input) => {
    if (given(input.code)) input.code = input.code.toUpperCase().replace(/[\s·•.-]/g, '')
  },
  warn: ({ code }) => told('code', given(code) && !plate.test(code), ['车牌号格式不正确', 'This is no plate number']),
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** Whether the last character of an identity number fits the others. Source: GB 11643-1999. */
export const isIdNo = (no: string): boolean =>
  /^\d{17}[\dX]$/.test(no) && '10X98765432'[weights.reduce((sum, w, i) => sum + w * Number(no[i]), 0) % 11] === no[17]

export const staffRules: Rules<typeof staff> = {
  warn: ({ phone, idNo, kinds, licenceId, licenceTo }) => [
    ...told('phone', given(phone) && !/^(1\d{10}|\+?\d[\d-]{5,18})$/.test(phone), [
      '手机号格式不正确',
      'This is no phone number',
    ]),
    ...told('idNo', given(idNo) && !isIdNo(idNo.toUpperCase()), ['身份证号校验不通过', 'The check digit does not fit']),
    ...told('licenceId', (kinds ?? []).includes('DRIVER') && (licenceId === null || licenceTo === null), [
      '司机必须维护驾驶证信息',
      'A driver needs his licence class and its end',
    ]),
  ],
}

export const carrierRules: Rules<typeof carrier> = {
  warn: ({ contractFrom, contractTo }) =>
    told('contractTo', given(contractFrom) && given(contractTo) && contractTo < contractFrom, [
      '合同止不能早于合同起',
      'The contract ends before it begins',
    ]),
}

interface Window {
  readonly days?: readonly string[]
  readonly opensAt?: string
  readonly closesAt?: string
}
const everyDay = ['1', '2', '3', '4', '5', '6', '7']
const daysOf = ({ days }: Window): readonly string[] => (days && days.length > 0 ? days : everyDay)
const overlap = (a: Window, b: Window): boolean =>
  daysOf(a).some((day) => daysOf(b).includes(day)) &&
  String(a.opensAt) < String(b.closesAt) &&
  String(b.opensAt) < String(a.closesAt)

function windowWarnings(windows: readonly Window[]): Warning[] {
  return windows.flatMap((one, i) => [
    ...told(`windows.${i}.closesAt`, String(one.opensAt) >= String(one.closesAt), [
      '时间窗须从早到晚',
      'It must end after it begins',
    ]),
    ...told(
      `windows.${i}.opensAt`,
      windows.slice(0, i).some((other) => overlap(one, other)),
      ['时间窗重叠', 'Time windows overlap'],
    ),
  ])
}

/** A place that somebody names is his; where it lies is its region, unless he chooses another, until he chooses none. */
async function located(
  ctx: Ctx,
  input: Changes<typeof clientSite>,
  before?: StoredRow<typeof clientSite>,
): Promise<void> {
  const { lng = before?.lng ?? null, lat = before?.lat ?? null } = input
  const isMoved = lng !== (before?.lng ?? null) || lat !== (before?.lat ?? null)
  if (isMoved) input.coordSource = lng === null ? null : 'MANUAL'
  if (input.regionId !== undefined && input.regionId !== before?.regionId)
    input.isRegionChosen = input.regionId !== null
  const isChosen = input.isRegionChosen ?? before?.isRegionChosen ?? false
  if (!isChosen && (isMoved || input.regionId === null))
    input.regionId = lng === null || lat === null ? null : regionAt(await readRegions(ctx), lng, lat)
}

/** A drawn fence lies so near to its site, else it is a slip of the hand: no truck would ever arrive. */
const fenceAwayM = 1_000
/** Nor is it a district: whoever stops anywhere in it would have arrived. */
const fenceReachM = 5_000
/** @throws Fault fence */
function demandFence(input: Changes<typeof clientSite>, before?: StoredRow<typeof clientSite>): void {
  const { fenceRing = before?.fenceRing ?? null, lng = before?.lng ?? null, lat = before?.lat ?? null } = input
  if (fenceRing === null) return
  const no = () => refuse(tmsFaults.fence, { m: fenceAwayM })
  const ring = ringOf(fenceRing) ?? no()
  const at = lng !== null && lat !== null ? ([Number(lng), Number(lat)] as const) : undefined
  const isFar =
    at && (metresOutside({ at, radiusM: 0, ring }, at) > fenceAwayM || ring.some((p) => metres(at, p) > fenceReachM))
  if (crossesItself(ring) || isFar) no()
  if (input.fenceRing !== undefined) input.fenceRing = ring
}

export const siteRules: Rules<typeof clientSite> = {
  warn: ({ lng, lat, windows }) => [
    ...told('lat', given(lng) !== given(lat) && (lng !== undefined || lat !== undefined), [
      '经度和纬度须一起填写',
      'Longitude and latitude go together',
    ]),
    ...told('lng', Number(lng) === 0 && Number(lat) === 0 && given(lng), ['坐标不能为0,0', '0, 0 is no place']),
    ...windowWarnings((windows ?? []) as readonly Window[]),
  ],
  beforeCreate: (ctx, input) => {
    demandFence(input)
    return located(ctx, input)
  },
  beforeUpdate: (ctx, input, before) => {
    demandFence(input, before)
    return located(ctx, input, before)
  },
}
