import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import { expect, test } from 'vitest'
import { registerHome } from '../../kernel/registry.ts'
import { linkHref } from '../report/linkHref.ts'
import { linkTo, listTargets } from './cellLinks.ts'
import { emptySheet } from './edit.ts'

const field = (name: string, of?: string, filter = name) => ({
  ...{ name, title: name, kind: 'text' as const },
  ...(of && { list: { of, title: of, filter, filterTitle: filter } }),
})
const known: DescribedModel[] = [
  {
    ...{ key: 'm', title: 'm', measures: [] },
    dims: [field('billId.billNo', 'wms.bill', 'billNo'), field('billId.state', 'wms.bill', 'state'), field('storeId')],
  },
]
const sets = { o: { model: 'm', dims: [], measures: [], filters: [], sort: [] } }

test('a cell leads to the lists of its sets, each filter filled from the cell that shows its field', () => {
  const [bills, ...more] = listTargets(sets, known)
  if (!bills) throw new Error('no list')
  expect(more).toEqual([])
  expect(bills.takes.map((one) => one.name)).toEqual(['billNo', 'state'])
  const cells = { B2: { bind: { set: 'o', field: 'billId.billNo', take: 'LIST' as const } } }
  expect(linkTo(bills, { ...emptySheet('S'), cells })).toEqual({ path: 'wms.bill', params: { billNo: 'B2' } })
})

test('a link is the address of a report with its parameters, or of a list that is narrowed down', () => {
  registerHome('wms.bill', { sub: 'wms', stem: 'bill', list: 'billList', hasDetail: true })
  expect(linkHref({ path: 'wms.bill', params: { billNo: 'CK&1', state: null } })).toBe(
    '#/app-wms/billList?billNo=CK%261&state=',
  )
  expect(linkHref({ path: 'F/R.cpt', params: { day: '2026-11-20' } }, 'wms')).toBe(
    '#/app-wms/customReportLookView?path=F%2FR.cpt&p_day=2026-11-20',
  )
  expect(linkHref({ path: 'no.such', params: {} })).toBeUndefined()
  expect(linkHref({ path: 'javascript:alert(1)', params: {} })).toBeUndefined()
})
