import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { tables } from '@lading/contract/tables.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visible } from '../kernel/scope.ts'
import { raiseRights } from '../sys/session/identify.ts'
import { askReading } from '../testing/answers.ts'
import { type Compared, compare, expectNothingTold } from '../testing/beside.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { parts } from '../testing/parts.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World } from '../testing/world.ts'

let server: TestServer
let world: World
/** Works for the enterprise, and sees DC01 of it. */
let regional: Client
beforeAll(async () => {
  server = await openTestServer()
  world = await makeWorld(server)
  await removeRows(world.otherOrg)
  const [userId, dc] = [server.one.users.get('nobody') ?? '', server.one.orgs.get('DC01')?.id ?? '']
  await server.inside('G', async (ctx) => {
    const here = sql`tenant_id = ${ctx.tenantId}`
    await ctx.tx.run(sql`delete from sys_user_owner where ${here} and user_id = ${userId}`)
    await ctx.tx.run(
      sql`update sys_role set data_scope = 'CUSTOM', scope_org_ids = ${[dc]}::bigint[]
        where ${here} and id in (select role_id from sys_user_role where ${here} and user_id = ${userId})`,
    )
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  regional = world.limited.group
})
afterAll(() => server.close())

async function removeRows(rows: Rows): Promise<void> {
  const client = await server.db.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const e of tables) {
      const id = e.scope === 'org' ? rows.get(e.key) : undefined
      if (id !== undefined) await client.query(`delete from ${e.table} where id = ${id}`)
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

let there: Rows = new Map()
/** Rows of the other centre, about the same goods of the enterprise. */
async function addThere(): Promise<void> {
  const known = new Map([...world.own].filter(([key]) => tables.find((e) => e.key === key)?.scope !== 'org'))
  const made = await server.inside('DC02', (ctx) => fillTables(ctx, 'THERE', known))
  there = new Map([...made].filter(([key]) => !known.has(key)))
  expect(there.size).toBeGreaterThan(40)
}

describe('whoever sees one centre is answered as if the other were empty', () => {
  let compared: Compared
  beforeAll(async () => {
    compared = await compare({
      add: addThere,
      remove: () => removeRows(there),
      ask: (asks) => askReading(server, regional, world.own, asks),
    })
  })
  test.each(parts)('$title', (part) => expectNothingTold(compared, part))
})

test('the centre that he does see is shown', async () => {
  const seen = await regional.call<{ records: unknown[] }>(
    server.served.find((s) => s.call.path === '/wms/api/operateBill/query')?.call as never,
    {},
  )
  expect(seen.records.length).toBeGreaterThan(0)
})

const lineOf = tables.find((e) => e.key === 'wms.operateBillLine') as AnyEntity

/** How many rows of an entity somebody sees in DC01. */
const count = (e: AnyEntity, userId: string, orgIds: readonly string[] = []): Promise<number> =>
  server.inside('DC01', async (ctx) => {
    const who = { ...ctx, userId, sight: { orgIds, own: true } }
    const { n } = await ctx.tx.one<{ n: number }>(sql`
      select count(*)::int as n from ${raw(e.table)} t where ${visible(e, who, 't')}`)
    return n
  })

test('one’s own work: documents one made, tasks one has or nobody has, with their lines; no matter whose stock', async () => {
  const [me, other] = [server.one.users.get('nobody') ?? '', server.one.users.get('admin') ?? '']
  const set = (table: string, column: string, id: string | null, rowId: string | undefined) =>
    server.db.owner.query(`update ${table} set ${column} = ${id ?? 'null'} where id = ${rowId}`)
  const both = { task: world.own.get(task.key), bill: world.own.get(operateBill.header.key) }
  await server.db.owner.query(
    `update wms_task set assignee_id = ${other} where tenant_id = ${server.one.tenantId};
     update wms_operate_bill set created_by = ${other} where tenant_id = ${server.one.tenantId}`,
  )
  const [tasks, lines, bills] = await Promise.all([task, taskLine, operateBill.header].map((e) => count(e, me)))
  expect([tasks, lines, bills]).toEqual([0, 0, 0])
  await set('wms_task', 'assignee_id', null, both.task)
  await set('wms_operate_bill', 'created_by', me, both.bill)
  expect(await count(task, me)).toBe(1)
  expect(await count(taskLine, me)).toBeGreaterThan(0)
  expect(await count(operateBill.header, me)).toBe(1)
  expect(await count(lineOf, me)).toBeGreaterThan(0)
  // A role that shows the whole centre adds the rest.
  const dc = server.one.orgs.get('DC01')?.id ?? ''
  expect(await count(task, me, [dc])).toBeGreaterThan(1)
  expect(await count(stock, me)).toBeGreaterThan(0)
})
