import { entriesOf, menu } from '@lading/contract/menu.ts'
import { describe, expect, test } from 'vitest'
import { entryOf, guard, settled, subOf } from './guard.ts'
import { hashOf, parseHash, place } from './location.ts'

const everything = { permissions: null }
const owners = { permissions: ['wms', 'wms:basic.owner:view'] }
const nothing = { permissions: [] }

describe('guard', () => {
  test.each([
    ['S-12 the application route always passes', '#/application', undefined, 'pass'],
    ['the login route passes', '#/login', undefined, 'pass'],
    ['S-18 nobody is sent to the login', '#/app-wms/ownerList', undefined, 'login'],
    ['S-2 the root leads to the login', '#/', undefined, 'login'],
    ['the root leads a user to his landing view', '', everything, 'landing'],
    ['C-2 an unknown prefix leads to the landing view', '#/nowhere/x', everything, 'landing'],
    ['an unknown sub-system too', '#/app-xyz/ownerList', everything, 'landing'],
    ['S-14 without a list of permissions everything opens', '#/app-wms/ownerList', everything, 'open'],
    ['S-13 a held permission opens', '#/app-wms/ownerList', owners, 'open'],
    ['S-13 S-15 a lacking permission is forbidden', '#/app-wms/storeList', owners, 'forbidden'],
    ['S-14 an empty list holds nothing', '#/app-wms/ownerList', nothing, 'forbidden'],
    ['S-11 a detail needs its list’s permission', '#/app-wms/storeDtl?id=1', owners, 'forbidden'],
    ['S-11 and opens with it', '#/app-wms/ownerEdit/1', owners, 'open'],
    ['C-2 an unknown page opens as a tab that says so', '#/app-wms/nonsense', owners, 'open'],
    ['personal information needs no permission', '#/loginUserInfo', nothing, 'open'],
    ['reports need any report’s permission', '#/app-rpt/customReportApplication', owners, 'forbidden'],
    [
      'reports open with one',
      '#/app-rpt/customReportApplication',
      { permissions: ['wms:report_application.stock:view'] },
      'open',
    ],
  ])('%s', (_, hash, user, to) => {
    expect(guard(parseHash(hash), user, menu).to).toBe(to)
  })
})

test('C-3 every entry matches itself and every list its add, edit, detail and print view', () => {
  for (const entry of menu.flatMap(entriesOf)) {
    expect(entryOf(entry, menu)).toBe(entry)
    if (!entry.name.endsWith('List')) continue
    const stem = entry.name.slice(0, -4)
    for (const suffix of ['Add', 'Edit', 'Dtl', 'printView']) {
      // 车辆登记 has an entry of its own for adding.
      if (menu.flatMap(entriesOf).some((e) => e.sub === entry.sub && e.name === stem + suffix)) continue
      expect(entryOf({ sub: entry.sub, name: stem + suffix }, menu), stem + suffix).toBe(entry)
    }
  }
})

test.each([
  ['#/app-rpt/customReportApplication', undefined, 'sys'],
  ['#/app-rpt/customReportApplication', 'wms', 'wms'],
  ['#/app-rpt/customReportApplication', 'tms', 'tms'],
  ['#/app-rpt/customReportApplication', 'dps', 'sys'],
  ['#/app-dps/customReportApplication', 'dps', 'sys'],
  ['#/app-wms/customReportLookView?path=a.frm', 'sys', 'wms'],
  ['#/app-mdm/customReportLookView?path=a.cpt', 'wms', 'sys'],
  ['#/app-tms/customReportLookView?path=a.cpt', 'wms', 'tms'],
] as const)('S-8 S-9 %s from %s stands under %s and counts as RPT', (hash, from, sub) => {
  const route = parseHash(hash)
  if (route.kind !== 'page') throw new Error('no page')
  const p = settled(route, from)
  expect([p.sub, p.query, subOf(p)]).toEqual([sub, route.query, 'rpt'])
  expect(entryOf(p, menu)?.name).toBe('customReportApplication')
  expect(guard(p, owners, menu).to).toBe('forbidden')
})

test('S-9 a report has one address: a link from before, which says `?id=`, leads to it', () => {
  const old = place('mdm', 'customReportLookView', { id: 'WMS/a.cpt', p_from: '2026-11-01' })
  expect(settled(old, undefined)).toEqual(
    place('sys', 'customReportLookView', { path: 'WMS/a.cpt', p_from: '2026-11-01' }),
  )
})

test('S-6 the personal information of RPT is that of SYS; any other sub-system has its own', () => {
  expect(settled(place('rpt', 'loginUserInfo'), 'wms')).toEqual(place('sys', 'loginUserInfo'))
  for (const sub of ['wms', 'mdm', 'sys'] as const) {
    expect(settled(place(sub, 'loginUserInfo'), 'rpt')).toEqual(place(sub, 'loginUserInfo'))
  }
})

test('a place survives the address', () => {
  const p = place('wms', 'ownerDtl', { id: '12', q: '苏果 & 超市' })
  expect(parseHash(hashOf(p))).toEqual(p)
  expect(parseHash(`#/app-wms/ownerList?x=${'a'.repeat(3000)}`)).toEqual(place('wms', 'ownerList'))
})
