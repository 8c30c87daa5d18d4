import type { AddressInfo } from 'node:net'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { type WsNews, wsPath, wsTicket } from '@lading/contract/sys/session.ts'
import { userAccessCalls } from '@lading/contract/sys/userAccess.ts'
import { binType } from '@lading/contract/wms/place.ts'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Kernel } from '../../kernel/perform.ts'
import { changeRights } from '../../sys/rights.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import type { News } from './push.ts'
import { createSpread } from './spread.ts'

let server: TestServer
let url = ''
const open: WebSocket[] = []
beforeAll(async () => {
  server = await openTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${wsPath}`
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => server.close())

const ticketOf = async (client: Client): Promise<string> => (await client.call(wsTicket)).ticket
interface Ear {
  readonly heard: WsNews[]
  readonly closed: () => number | undefined
  want(...topics: string[]): Promise<readonly string[]>
}

function connect(ticket: string, tenant = 'one', origin?: string): Promise<Ear> {
  const socket = new WebSocket(`${url}?tenant=${tenant}&ticket=${ticket}`, origin === undefined ? {} : { origin })
  open.push(socket)
  const heard: WsNews[] = []
  let closed: number | undefined
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as WsNews))
  socket.on('close', (code) => {
    closed = code
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () =>
      resolve({
        heard,
        closed: () => closed,
        want: async (...topics) => {
          const before = heard.length
          socket.send(JSON.stringify({ topics }))
          await expect.poll(() => heard.length).toBeGreaterThan(before)
          return heard.splice(before, 1)[0]?.topics ?? []
        },
      }),
    )
  })
}

describe('live news', () => {
  test('a ticket opens one socket, once, for its own tenant', async () => {
    const admin = await server.as('admin', 'DC01')
    const ticket = await ticketOf(admin)
    await connect(ticket)
    await expect(connect(ticket)).rejects.toThrow('401')
    await expect(connect('made-up')).rejects.toThrow('401')
    await expect(connect(admin.token)).rejects.toThrow('401')
    await expect(connect(await ticketOf(admin), 'two')).rejects.toThrow('401')
    await expect(connect(await ticketOf(admin), 'nowhere')).rejects.toThrow('401')
    const late = await ticketOf(admin)
    await server.inside('G', (ctx) =>
      ctx.tx.run(
        sql`update sys_session_token set expires_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and kind = 'TICKET'`,
      ),
    )
    await expect(connect(late)).rejects.toThrow('401')
  })

  test('T45 a page of another site opens nothing', async () => {
    const admin = await server.as('admin')
    await expect(connect(await ticketOf(admin), 'one', 'https://evil.example')).rejects.toThrow('403')
    await expect(connect(await ticketOf(admin), 'one', 'null')).rejects.toThrow('403')
    await connect(await ticketOf(admin), 'one', url.replace('ws:', 'http:').replace(wsPath, ''))
  })

  test('T34 a socket hears of its own tenant and centre only, and of what its user may see', async () => {
    const here = await connect(await ticketOf(await server.as('admin', 'DC01')))
    const above = await connect(await ticketOf(await server.as('admin', 'G')))
    const beside = await connect(await ticketOf(await server.as('admin', 'DC02')))
    const stranger = await connect(await ticketOf(await server.as('admin', 'DC01', 'two')), 'two')
    const nobody = await connect(await ticketOf(await server.as('nobody', 'DC01')))
    for (const ear of [here, above, beside, stranger])
      expect(await ear.want('wms.orderBill', 'wms.nothing', 'sys.sessionToken', '__proto__')).toEqual(['wms.orderBill'])
    expect(await nobody.want('wms.orderBill')).toEqual([])
    // A table's further names have news of their own.
    expect(await nobody.want('wms.pickOrder')).toEqual([])
    expect(await (await connect(await ticketOf(await server.as('admin', 'DC01')))).want('wms.pickOrder')).toEqual([
      'wms.pickOrder',
    ])
    const orgId = server.one.orgs.get('DC01')?.id ?? ''
    for (let i = 0; i < 500; i++) server.push.tell({ tenantId: server.one.tenantId, orgId, topic: 'wms.orderBill' })
    server.push.tell({ tenantId: server.one.tenantId, orgId, topic: 'wms.stock' })
    await expect.poll(() => here.heard.length + above.heard.length).toBe(2)
    expect(here.heard).toEqual([{ type: 'changed', topics: ['wms.orderBill'] }])
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect([here, above, beside, stranger, nobody].map((ear) => ear.heard.length)).toEqual([1, 1, 0, 0, 0])
  })

  test('C-4 T35 a socket falls silent without the permission, says so, and closes when its session ends', async () => {
    const viewer = await server.as('viewer', 'DC01')
    const ear = await connect(await ticketOf(viewer))
    const other = await connect(await ticketOf(await server.as('admin', 'DC01')))
    const stranger = await connect(await ticketOf(await server.as('admin', 'DC01', 'two')), 'two')
    for (const one of [ear, other, stranger]) expect(await one.want('wms.orderBill')).toEqual(['wms.orderBill'])
    await server.inside('G', (ctx) =>
      changeRights(ctx, () =>
        ctx.tx.run(sql`delete from sys_user_role where tenant_id = ${ctx.tenantId} and user_id = ${viewer.userId}`),
      ),
    )
    await expect.poll(() => ear.heard).toEqual([{ type: 'rights', topics: [] }])
    await server.push.recheck()
    expect([ear.heard.length, other.heard, stranger.heard]).toEqual([1, [], []])
    server.push.tell({ tenantId: server.one.tenantId, orgId: '0', topic: 'wms.orderBill' })
    await server.inside('G', (ctx) =>
      ctx.tx.run(
        sql`update sys_session set revoked_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and user_id = ${viewer.userId}`,
      ),
    )
    await server.push.recheck()
    await expect.poll(ear.closed).toBe(4401)
    expect(ear.heard.length).toBe(1)
  })

  test('C-44 a session that is ended loses its socket at once, and no other does', async () => {
    const [here, there] = [await server.as('viewer', 'DC01'), await server.as('viewer', 'DC01')]
    const [mine, ended] = [await connect(await ticketOf(here)), await connect(await ticketOf(there))]
    const { getSessions, endSessions } = await import('@lading/contract/sys/session.ts')
    const list = await here.call<{ id: string; isCurrent: boolean }[]>(getSessions)
    await here.call(endSessions, { ids: list.filter((s) => !s.isCurrent).map((s) => s.id) })
    await expect.poll(ended.closed).toBe(4401)
    expect(mine.closed()).toBeUndefined()
  })

  test('C-44 who is signed out by an administrator loses his socket at once, and nobody else does', async () => {
    const [admin, viewer] = [await server.as('admin'), await server.as('viewer', 'DC01')]
    const [mine, ended] = [await connect(await ticketOf(admin)), await connect(await ticketOf(viewer))]
    await admin.call(userAccessCalls.endSessions, { id: viewer.userId })
    await expect.poll(ended.closed).toBe(4401)
    expect(mine.closed()).toBeUndefined()
  })

  test('T14 a database that is away for a moment ends no session', async () => {
    const ear = await connect(await ticketOf(await server.as('admin', 'DC01')))
    await ear.want('wms.orderBill')
    const connecting = vi.spyOn(server.db.pool, 'connect').mockRejectedValue(new Error('the database is away'))
    await server.push.recheck()
    connecting.mockRestore()
    server.push.tell({ tenantId: server.one.tenantId, orgId: '0', topic: 'wms.orderBill' })
    await expect.poll(() => ear.heard.length).toBe(1)
    expect(ear.closed()).toBeUndefined()
  })

  test('T46 a socket that talks nonsense is closed', async () => {
    const admin = await server.as('admin')
    for (const text of [
      '',
      '{',
      '{"topics":1}',
      `{"topics":["${'x'.repeat(100)}"]}`,
      'x'.repeat(20_000),
      '['.repeat(5000),
    ]) {
      const ear = await connect(await ticketOf(admin))
      open.at(-1)?.send(text)
      await expect.poll(ear.closed, { message: text.slice(0, 10) }).toBeGreaterThan(1000)
    }
  })

  test('what leaves the outbox is told', async () => {
    const ear = await connect(await ticketOf(await server.as('admin', 'DC01')))
    await ear.want('wms.orderBill')
    await server.inside('DC01', async (ctx) => ctx.emit({ topic: 'bill.refresh', key: 'wms.orderBill:1' }))
    await expect.poll(() => ear.heard).toEqual([{ type: 'changed', topics: ['wms.orderBill'] }])
  })

  test('a list hears of what was made, changed and removed: of masters everywhere, of a centre’s rows there', async () => {
    const [admin, beside] = [await server.as('admin', 'DC01'), await server.as('admin', 'DC02')]
    const [here, there] = [await connect(await ticketOf(admin)), await connect(await ticketOf(beside))]
    const stranger = await connect(await ticketOf(await server.as('admin', 'DC01', 'two')), 'two')
    for (const ear of [here, there, stranger]) await ear.want('wms.owner', 'wms.binType')
    const group = await server.as('admin')
    const owners = crudCalls(owner)
    const made = await group.call<{ id: string; version: number }>(owners.create, { code: 'N1', name: 'n' })
    const changed = (topic: string) => ({ type: 'changed', topics: [topic] })
    await expect.poll(() => [here.heard, there.heard]).toEqual([[changed('wms.owner')], [changed('wms.owner')]])
    await group.call(owners.disable, made)
    await expect.poll(() => here.heard.length).toBe(2)
    // A refusal changed nothing.
    await expect(group.call(owners.create, { code: 'N1', name: 'again' })).rejects.toMatchObject({ code: 42203 })
    await admin.call(crudCalls(binType).create, { code: 'B1', name: 'b' })
    await expect.poll(() => here.heard.slice(2)).toEqual([changed('wms.binType')])
    expect([there.heard.length, stranger.heard.length]).toEqual([2, 0])
  })

  test('a process that ends while it begins leaves no connection behind', async () => {
    if (server.db.kind === 'pglite') return
    const count = async () => {
      const { rows } = await server.db.owner.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'listen %'",
      )
      return rows[0]?.n
    }
    const before = await count()
    await createSpread(server.kernel as Kernel, () => undefined).close()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await count()).toBe(before)
  })

  /** Two processes, when the second has heard the first. */
  async function twoProcesses() {
    const heard: [string[], string[]] = [[], []]
    const spreads = heard.map((list) => createSpread(server.kernel as Kernel, (news: News) => list.push(news.topic)))
    await expect
      .poll(() => {
        spreads[0]?.tell({ tenantId: '1', orgId: '2', topic: 'a' })
        return heard[1].length
      })
      .toBeGreaterThan(0)
    return { heard, spreads }
  }

  test('a process that is gone without a farewell may have kept news to itself: the others are told so', async () => {
    if (server.db.kind === 'pglite') return
    const missed = [0, 0, 0]
    const count = (i: number) => () => {
      missed[i] = (missed[i] ?? 0) + 1
    }
    const spreads = [0, 1, 2].map((i) => createSpread(server.kernel as Kernel, () => undefined, count(i)))
    const lines = async () => {
      const { rows } = await server.db.owner.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ~ 'pg_notify|where pid = any' order by backend_start`,
      )
      return rows.map(({ pid }) => pid)
    }
    // The server has one too.
    await expect.poll(async () => (await lines()).length).toBe(4)
    // Who takes his leave has told all.
    await spreads[2]?.close()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(missed).toEqual([0, 0, 0])
    // As a kill ends it: the first of the two has no line any more, and comes back with another.
    const [, first] = await lines()
    await server.db.owner.query('select pg_terminate_backend($1)', [first])
    await expect.poll(() => missed.slice(0, 2), { timeout: 10_000 }).toEqual([1, 1])
    for (const one of spreads.slice(0, 2)) await one.close()
  })

  test('news pass from process to process, and back to nobody', async () => {
    if (server.db.kind === 'pglite') return
    const { heard, spreads } = await twoProcesses()
    expect(new Set(heard[1])).toEqual(new Set(['a']))
    for (const one of spreads) await one.close()
  })

  test('news that could not be sent wait for the next time', async () => {
    if (server.db.kind === 'pglite') return
    const { heard, spreads } = await twoProcesses()
    const query: (this: unknown, ...given: unknown[]) => unknown = pg.Client.prototype.query
    let failed = 0
    const failing = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...given) {
      if (!String(given[0]).includes('pg_notify')) return query.apply(this, given) as never
      failed++
      return Promise.reject(new Error('the database is away')) as never
    })
    spreads[0]?.tell({ tenantId: '1', orgId: '2', topic: 'b' })
    await expect.poll(() => failed).toBeGreaterThan(0)
    failing.mockRestore()
    await expect.poll(() => heard[1]).toContain('b')
    for (const one of spreads) await one.close()
  })
})
