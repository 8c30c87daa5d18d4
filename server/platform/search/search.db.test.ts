import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { type AnyEntity, entityPermission } from '@lading/contract/kernel/entity.ts'
import { foundBy } from '@lading/contract/kernel/found.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { store, vendor } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { searchCalls, searchedMax } from '@lading/contract/sys/search.ts'
import { findable } from '@lading/contract/tables.ts'
import { container } from '@lading/contract/wms/container.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert } from '../../kernel/insert.ts'
import { snake } from '../../kernel/tx.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { type Callers, makeWorld, placeOf, type World } from '../../testing/world.ts'

let server: TestServer
let world: World
let admin: Client
beforeAll(async () => {
  server = await openTestServer()
  world = await makeWorld(server)
  admin = world.admin.dc
  await server.inside('G', async (ctx) => {
    await insert(ctx, store, [
      { code: 'S00', name: '北门店' },
      { code: 'S001', name: '可乐专营' },
      { code: 'S002', name: 'S00 outlet' },
      ...Array.from({ length: 7 }, (_, i) => ({ code: `MANY${i}`, name: `many ${i}` })),
    ])
    await insert(ctx, product, [
      { code: 'P900', name: '可口可乐', nameEn: 'Cola can', initials: 'kkkl', baseUnit: '个' },
    ])
    const { id: cola } = await ctx.tx.one<{ id: string }>(
      sql`select id from mdm_product where tenant_id = ${ctx.tenantId} and code = 'P900'`,
    )
    await ctx.tx.run(sql`insert into mdm_product_barcode (tenant_id, id, product_id, code)
      values (${ctx.tenantId}, ${ctx.newId()}, ${cola}, '6901234567892')`)
    await ctx.tx.run(sql`insert into mdm_product_owner (tenant_id, id, product_id, owner_id)
      values (${ctx.tenantId}, ${ctx.newId()}, ${cola}, ${world.own.get('wms.owner')})`)
  })
})
afterAll(() => server.close())

interface Answer {
  readonly kinds: readonly { key: string; isCut: boolean; hits: { code: string; isExact: boolean; id: string }[] }[]
}
const ask = (word: string, who = admin): Promise<Answer> => who.call(searchCalls.records as never, { word })
const codes = async (key: string, word: string, who = admin) =>
  (await ask(word, who)).kinds.find((kind) => kind.key === key)?.hits.map((hit) => hit.code)
/** What the row of a world is called. */
async function codeOf(e: AnyEntity, id: string | undefined): Promise<string> {
  const code = raw(snake(e.label.code))
  const { rows } = await server.db.owner.query(sql`select ${code} as code from ${raw(e.table)} where id = ${id}`)
  return String(rows[0]?.code)
}

test('products, papers, tasks, containers, bins and partners are found; rows of no code, and of administration, are not', () => {
  const keys = findable.map((e) => e.key)
  for (const e of [product, store, owner, container, bin, operateBill.header]) expect(keys).toContain(e.key)
  expect(keys).toContain('wms.task')
  expect(keys).toContain('wms.pickTask')
  expect(keys.some((key) => key.startsWith('sys.'))).toBe(false)
  expect(keys).not.toContain('mdm.productQpc')
})

test('an exact code comes before what begins with it, and a name is asked only where no code is meant', async () => {
  expect(await codes('wms.store', 'S00')).toEqual(['S00', 'S001', 'S002'])
  expect((await ask('S00')).kinds[0]).toMatchObject({ key: 'wms.store', hits: [{ isExact: true }, {}, {}] })
  expect(await codes('wms.store', 's001')).toEqual(['S001'])
  expect(await codes('wms.store', 'outlet')).toEqual(['S002'])
  expect(await codes('wms.store', '可乐')).toEqual(['S001'])
  expect(await codes('mdm.product', '可乐')).toEqual(['P900'])
  expect(await codes('mdm.product', 'kkk')).toEqual(['P900'])
  expect(await codes('mdm.product', 'cola')).toEqual(['P900'])
})

test('partners are found by how their names are typed, made by hand or come in a file', async () => {
  const group = world.admin.group
  for (const [e, code] of [
    [store, 'PY1'],
    [vendor, 'PY2'],
    [owner, 'PY3'],
  ] as const) {
    const calls = crudCalls(e)
    const { id } = await group.call<{ id: string }>(calls.create, { code, name: '鲸鱼海店', initials: 'mine' })
    expect(await codes(e.key, 'jyhd'), e.key).toEqual([code])
    for (const by of ['keyword', 'name']) {
      const { records } = await group.call<{ records: { code: string }[] }>(calls.query, { filter: { [by]: 'jyhd' } })
      expect(
        records.map((r) => r.code),
        by,
      ).toEqual([code])
    }
    await group.call(calls.update, { id, version: 0, name: '骆驼店' })
    expect([await codes(e.key, 'jyhd'), await codes(e.key, 'ltd')], e.key).toEqual([undefined, [code]])
  }
  const data = '代码,名称\nPY9,鲸鱼海店\n'
  await group.call(crudCalls(store).import, { dryRun: 'false', mode: 'INSERT' }, { file: { name: 'a.csv', data } })
  expect(await codes('wms.store', 'jyhd')).toEqual(['PY9'])
})

test('a barcode finds its product alone', async () => {
  const { kinds } = await ask(' 6901234567892 ')
  expect(kinds.map(({ key, hits }) => [key, hits.map((h) => [h.code, h.isExact])])).toEqual([
    ['mdm.product', [['P900', true]]],
  ])
})

test('of many a few are told, and that there are more', async () => {
  const { kinds } = await ask('MANY')
  expect(kinds.find((kind) => kind.key === 'wms.store')).toMatchObject({ isCut: true, hits: { length: 5 } })
})

test.each(['%', '_', '\\', "'", 'S__', 'S%', '\u{10FFFF}', '"'])('%j is looked for as it is written', async (word) => {
  expect((await ask(word)).kinds).toEqual([])
})

test('nothing is looked for without a word, and nothing longer than any code', async () => {
  await expect(ask('   ')).rejects.toMatchObject({ code: 40000 })
  await expect(ask('x'.repeat(searchedMax + 1))).rejects.toMatchObject({ code: 40000 })
})

test.each(findable.filter((e) => !e.only).map((e) => [e.key, e] as const))(
  '%s is found by its own, and by nobody of another tenant, organisation or owner',
  async (key, e) => {
    const own = await codeOf(e, world.own.get(key))
    const finds = async (who: Client, code: string) => (await codes(key, code, who))?.includes(code) === true
    const here = (of: Callers) => {
      const place = placeOf(e)
      return place ? of[place] : of.dc
    }
    expect(await finds(here(world.admin), own)).toBe(true)
    expect(await finds(world.admin.group, own)).toBe(true)
    expect(await finds(here(world.admin), await codeOf(e, world.otherTenant.get(key)))).toBe(false)
    if (e.scope === 'org') {
      const far = await codeOf(e, world.otherOrg.get(key))
      expect(await finds(here(world.admin), far)).toBe(false)
      expect(await finds(world.admin.group, far)).toBe(true)
    }
    const others = await codeOf(e, world.otherOwner.get(key))
    const isSeen = async (code: string) => {
      const id = (code === own ? world.own : world.otherOwner).get(key)
      return here(world.limited)
        .call({ ...read(e) } as never, { id })
        .then(
          () => true,
          () => false,
        )
    }
    for (const code of [own, others]) expect(await finds(here(world.limited), code)).toBe(await isSeen(code))
  },
)
const read = (e: AnyEntity) => server.served.find(({ call }) => call.path === `/${e.area}/api/${e.noun}/getById`)?.call

test('who may view one type of task alone finds tasks of that type, under its own name', async () => {
  const task = findable.find((e) => e.key === 'wms.task') as AnyEntity
  const view = findable.find((e) => e.key === 'wms.receiveTask') as AnyEntity
  const code = await codeOf(task, world.own.get('wms.task'))
  const { rows } = await server.db.owner.query(
    sql`select task_type from wms_task where id = ${world.own.get('wms.task')}`,
  )
  await server.db.owner.query(sql`update wms_task set task_type = 'RECEIVE' where id = ${world.own.get('wms.task')}`)
  const ofClerk = sql`r.tenant_id = p.tenant_id and r.id = p.role_id and r.name = 'clerk'`
  await server.db.owner.query(
    sql`delete from sys_role_permission p using sys_role r where ${ofClerk} and p.permission <> ${entityPermission(view, 'view')}`,
  )
  const clerk = await server.as('clerk', 'DC01')
  expect((await ask(code, clerk)).kinds.map((kind) => kind.key)).toEqual([view.key])
  expect((await ask('S00', clerk)).kinds).toEqual([])
  await server.db.owner.query(sql`update wms_task set task_type = 'PICK' where id = ${world.own.get('wms.task')}`)
  expect((await ask(code, clerk)).kinds).toEqual([])
  await server.db.owner.query(
    sql`update wms_task set task_type = ${rows[0]?.task_type} where id = ${world.own.get('wms.task')}`,
  )
})

test('every code that rows are found by begins an index', async () => {
  const { rows } = await server.db.owner.query<{ tablename: string; indexdef: string }>(
    "select tablename, indexdef from pg_indexes where schemaname = 'public'",
  )
  const missing = findable.flatMap((e) =>
    (foundBy(e)?.codes ?? []).filter((path) => {
      const [first = '', second] = path.split('.')
      const of = second === undefined ? e : (e.fields[first]?.rows?.entity as AnyEntity)
      const key = `(tenant_id, ${of.scope === 'org' ? 'org_id, ' : ''}${snake(second ?? first)}`
      return !rows.some((r) => r.tablename === of.table && r.indexdef.includes(key))
    }),
  )
  expect(missing).toEqual([])
})
