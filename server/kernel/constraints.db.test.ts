import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { queryStock } from '@lading/contract/wms/board.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausing } from '../testing/paused.ts'
import { openPickDesk, type PickDesk } from '../wms/testing/pickDesk.ts'
import { constraintFault } from './constraints.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
})
afterAll(() => desk.server.close())

const codes: Readonly<Record<string, { code: string; words: string }>> = {
  u: { code: '23505', words: 'duplicate key value violates unique constraint' },
  f: { code: '23503', words: 'insert or update on table' },
  c: { code: '23514', words: 'new row violates check constraint' },
}

test('every constraint that a row can break is a refusal in words', async () => {
  const { rows } = await desk.server.db.owner.query<{ table: string; constraint: string; kind: string }>(`
    select c.conrelid::regclass::text as table, c.conname as constraint, c.contype as kind from pg_constraint c
    where c.connamespace = 'public'::regnamespace and c.contype in ('u', 'f', 'c')
    union all
    select x.indrelid::regclass::text, x.indexrelid::regclass::text, 'u' from pg_index x
    where x.indisunique and not x.indisprimary and x.indrelid::regclass::text like any (array['sys\\_%', 'mdm\\_%', 'wms\\_%'])
      and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid)`)
  expect(rows.length).toBeGreaterThan(250)
  const silent = rows.filter(({ table, constraint, kind }) => {
    const { code, words } = codes[kind] ?? { code: '', words: '' }
    const fault = constraintFault({ code, table, constraint, message: words })
    // A table with one row per tenant has no field to name.
    const names = kind === 'c' || constraint.endsWith('__key') || fault?.errors.length
    return !(fault instanceof Fault) || !names || /\{\w+\}|undefined|\[\]不存在/.test(fault.in('zh-CN'))
  })
  expect(silent).toEqual([])
})

test('what is referred to and what refers to it are told apart', () => {
  const broken = { code: '23503', table: 'wms_operate_bill', constraint: 'wms_operate_bill_store_id_fkey' }
  const said = (message: string) => constraintFault({ ...broken, message })?.in('en-US')
  expect(said('insert or update on table')).toBe('[Store]  does not exist or was deleted')
  expect(said('update or delete on table')).toBe('[Store] is used by [Outbound order] and cannot be deleted')
  expect(constraintFault(new Error('x'))).toBeUndefined()
  expect(constraintFault({ code: '23505', table: 'nobody', constraint: 'x' })).toBeUndefined()
})

test('rows that are told apart by what they name are refused without a word of ids', () => {
  const words = (table: string, columns: readonly string[], values: string) =>
    constraintFault({
      code: '23505',
      table,
      constraint: `${table}_${columns.join('_')}_key`,
      detail: `Key (tenant_id, ${columns.join(', ')})=(1, ${values}) already exists.`,
    })?.in('en-US')
  expect(
    words('wms_product_bin', ['product_id', 'bin_id', 'role'], '383815211582734336, 383815211616288768, PICK'),
  ).toBe('Product + Bin + Role [PICK] already exists')
  expect(words('wms_owner_dc', ['owner_id', 'dc_id'], '383815211582734336, 383815211616288768')).toBe(
    'Owner + Logistics centre [this combination] already exists',
  )
})

test('a store that goes while an order for it is made is refused by name, at each moment', async () => {
  const { server, yard } = desk
  const group = await server.as('admin', 'G')
  const paused = pausing(server.db)
  const stores = crudCalls(store)
  let round = 0
  const begin = async () => {
    round += 1
    const made = await group.call<{ id: string; version: number }>(stores.create, { code: `G${round}`, name: 'gone' })
    const lines = [{ productId: yard.products.get('A')?.id, planQty: '1' }]
    const input = { ownerId: yard.owners.get('O1'), storeId: made.id, lines }
    return { made, order: () => desk.clerk.envelope(documentCalls(operateBill).create, input) }
  }
  const whole = paused(1_000, (await begin()).order)
  await whole.done
  const heard = new Set<number>()
  for (let at = 2; at <= whole.sent().length; at++) {
    const { made, order } = await begin()
    const held = paused(at, order)
    await held.reached
    // Where the order has its store already, the removal waits for it.
    const removed = group.envelope(stores.remove, made)
    await Promise.race([removed, new Promise((later) => setTimeout(later, 100))])
    held.go()
    const ordered = await held.done
    heard.add(ordered?.status === 'fulfilled' ? ordered.value.code : -1)
    heard.add((await removed).code)
  }
  expect([...heard].sort()).toEqual([0, 40400, 42205])
})

test('a user is not given an owner that there is none of', async () => {
  const admin = await desk.server.as('admin', 'G')
  const ownerIds = ['999999999']
  const orgId = desk.server.one.orgs.get('G')?.id
  await expect(
    admin.call(userCalls.create, { username: 'ghost', realName: 'n', orgId, ownerIds }),
  ).rejects.toMatchObject({ code: 40400 })
  const made = await admin.call(userCalls.create, { username: 'person', realName: 'n', orgId })
  await expect(
    admin.call(userCalls.updateOwners, { id: made.id, version: made.version, ownerIds }),
  ).rejects.toMatchObject({ code: 40400 })
})

test('a dimension is named once', async () => {
  const twice = { groupBy: ['productId', 'productId'] } as never
  await expect(desk.clerk.call(queryStock, twice)).rejects.toMatchObject({ code: 40000 })
})

test('what exists already is named by what was typed', async () => {
  const group = await desk.server.as('admin', 'G')
  const stores = crudCalls(store)
  const first = await group.call<{ id: string; version: number }>(stores.create, { code: 'TWICE', name: 't' })
  const again = group.call(stores.create, { code: 'TWICE', name: 'u' })
  await expect(again).rejects.toMatchObject({ code: 42203, message: expect.stringContaining('[TWICE]') })
  expect(first.version).toBe(0)
})
