import { menu } from '@lading/contract/menu.ts'
import { menuPinyin } from '@lading/contract/menuPinyin.ts'
import { expect, test } from 'vitest'
import { searchMenu } from './menuSearch.ts'

const first = (typed: string, sub?: 'wms' | 'dps' | 'tms') => searchMenu(menu, menuPinyin, typed, sub)[0]?.entry

test.each([
  ['a part of the title', '装车', 'shipBillList'],
  ['the English title, whatever its case', 'SHIPMENT', 'shipBillList'],
  ['the name', 'enterTruckTaskList', 'enterTruckTaskList'],
  ['pinyin in full', 'fayunrenwu', 'despatchTaskList'],
  ['its initials', 'fyrw', 'despatchTaskList'],
])('S-26 an entry is found by %s', (_, typed, name) => {
  expect(searchMenu(menu, menuPinyin, typed).map((f) => f.entry.name)).toContain(name)
})

test('C-9 the current sub-system comes first, and every hit says where it stands', () => {
  expect(first('operateBillList', 'dps')).toMatchObject({ sub: 'dps' })
  expect(first('operateBillList', 'wms')).toMatchObject({ sub: 'wms' })
  expect(searchMenu(menu, menuPinyin, 'fyrw')[0]?.path).toEqual([
    ['仓储管理', 'Warehouse'],
    ['出库', 'Outbound'],
  ])
  expect(searchMenu(menu, menuPinyin, '  ')).toEqual([])
  expect(searchMenu(menu, menuPinyin, 'zzzz')).toEqual([])
})
