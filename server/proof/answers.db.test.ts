import type { Call } from '@lading/contract/kernel/call.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityOfCall } from '../../tools/sample/rows.ts'
import { createTenant } from '../demo/tenant.ts'
import { allEntities } from '../kernel/registry.ts'
import { snake } from '../kernel/tx.ts'
import { permissionRegistry } from '../permissions.ts'
import { askCall, askReading, noting, shortInput, type Told } from '../testing/answers.ts'
import { openTestDatabase } from '../testing/database.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { isTaken } from '../testing/full.ts'
import { dueParts } from '../testing/parts.ts'
import { fingerprint, reach } from '../testing/reach.ts'
import { type Client, logIn, openTestServer, password, type TestServer } from '../testing/server.ts'
import { type Callers, writerOf } from '../testing/world.ts'

/** Stands in every text of the tenant's rows, and nowhere else. */
const mark = 'QXZJW'
/** Stands in every secret of the tenant's rows. */
/** Of digits alone: a secret may be an id as well as a text. */
const secretMark = '987654321012345678'
const secretsOf = () =>
  allEntities()
    .filter((e) => e.scope !== 'platform')
    .flatMap((e) => Object.keys(e.secrets).map((name) => ({ e, name })))

let server: TestServer
let rows: Rows
let admin: Callers
/** Who runs the platform, and who resells it: each with every permission where he works. */
let platform: readonly Client[]

async function makePlatform(): Promise<readonly Client[]> {
  const permissions = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const person = (username: string, org: string) => ({
    username,
    realName: username,
    role: username,
    org,
    orgs: [org],
    permissions,
  })
  const made = await createTenant(
    server.kernel,
    {
      code: 'plat',
      name: 'platform',
      orgs: [
        { code: 'PLAT', name: 'platform', type: 'PLAT' },
        { code: 'AG', name: 'agent', type: 'AGENT', upper: 'PLAT' },
      ],
      users: [person('operator', 'PLAT'), person('agent', 'AG')],
    },
    password,
  )
  server.tenants.forget()
  return [await logIn(server, made, 'plat', 'operator', 'PLAT'), await logIn(server, made, 'plat', 'agent', 'AG')]
}

beforeAll(async () => {
  server = await openTestServer({ db: noting(await openTestDatabase()) })
  rows = await server.inside('DC01', (ctx) => fillTables(ctx, mark))
  for (const { e, name } of secretsOf())
    await server.db.owner.query(
      `update ${e.table} set ${snake(name)} = '${secretMark}' where id = ${rows.get(e.key)} and tenant_id = ${server.one.tenantId}`,
    )
  admin = {
    group: await server.as('admin'),
    dc: await server.as('admin', 'DC01'),
    tc: await server.as('admin', 'TC01'),
    agent: await server.as('admin', 'AG01'),
  }
  platform = await makePlatform()
})
afterAll(() => server.close())

/** On purpose: an export is recorded, a wrong password counts as a try to log in. */
const leavesTrace = /\/export$|\/checkPassword$/
const wroteBeside = ({ call, opened }: Told): boolean =>
  !leavesTrace.test(call.path) && (opened.writing > 0 || opened.reading === 0)

/** A file has a plain name for old readers and its own name encoded; only images, and pages that run nothing, are shown in place. */
function isNamedWell({ disposition = '' }: Told): boolean {
  const name = decodeURIComponent(/filename\*=UTF-8''([^;]*)$/.exec(disposition)?.[1] ?? '')
  const isPlain = /^(attachment|inline); filename="[\w.-]+"; filename\*=UTF-8''[\w.!~%&+^`|$#-]+$/.test(disposition)
  const ends = disposition.startsWith('inline')
    ? /^[^/\\\r\n"]+\.(png|jpg|webp|html)$/
    : /^[^/\\\r\n"]+\.(xlsx|csv|pdf|json|gz)$/
  return isPlain && ends.test(name)
}
const pathsOf = (told: readonly Told[]): readonly string[] => told.map(({ call }) => call.path)
const misnamed = (told: readonly Told[]): readonly string[] =>
  told.filter((t) => t.call.binary && t.code === 0 && !isNamedWell(t)).map((t) => `${t.call.path}: ${t.disposition}`)

describe.each(dueParts)('what reading calls of one sweep tell: $title', (part) => {
  let own: Told[]
  let atGroup: readonly Told[]
  beforeAll(async () => {
    const elsewhere = [admin.tc, admin.agent]
    // A board of transport is looked at in a transport centre; elsewhere the refusal is noted.
    const isRoad = ({ path }: Call) => path.startsWith('/tms/api/board/')
    const writer = (call: Call) => (isRoad(call) ? admin.tc : writerOf(admin, entityOfCall(call)))
    own = [...(await askReading(server, admin.dc, rows, (call) => part.has(call) && !elsewhere.includes(writer(call))))]
    for (const who of elsewhere)
      own.push(...(await askReading(server, who, rows, (call) => part.has(call) && writer(call) === who)))
    atGroup = await askReading(server, admin.group, rows, part.has)
  })

  test('they answer, and show rows to whoever may see them', () => {
    expect(own.filter((t) => t.code === 0).length).toBeGreaterThan(own.length / 3)
    expect(own.filter((t) => t.text.includes(mark)).length).toBeGreaterThan(own.length / 6)
  })

  test('none of them breaks, whoever asks', () => {
    const broken = [...own, ...atGroup].filter((t) => Math.floor(t.code / 100) === 500)
    expect(broken.map((t) => `${t.call.path}: ${t.text.slice(0, 200)}`)).toEqual([])
  })

  test('they write no row, neither of their own nor of their session', () => {
    expect(own.filter(wroteBeside).map((t) => `${t.call.path}: ${JSON.stringify(t.opened)}`)).toEqual([])
  })

  test('no answer holds a secret', () => {
    expect(pathsOf([...own, ...atGroup].filter((t) => t.text.includes(secretMark)))).toEqual([])
  })

  test('T55 every download has a plain name for old readers and its own name encoded', async () => {
    expect(misnamed(own)).toEqual([])
    const books = server.served.map((s) => s.call).filter((c) => c.binary && !c.writes)
    for (const [i, call] of books.entries())
      if (part.has(call) && isTaken(i, 12))
        expect(misnamed([await askCall(server, admin.dc, call, rows, { format: 'xlsx' })])).toEqual([])
  })

  test('a finance and a business centre answer too, and show no row of a warehouse', async () => {
    for (const [k, type] of (['FC', 'BC'] as const).entries()) {
      const org = `${type}01`
      const asks = (call: Call, i: number) => part.has(call) && isTaken(i + k, 2)
      const seen = await askReading(server, await server.as('admin', org), rows, asks)
      expect(seen.filter((t) => t.code === 0).length).toBeGreaterThan(0)
      expect(seen.filter((t) => Math.floor(t.code / 100) === 500).map((t) => t.call.path)).toEqual([])
      // Not by the mark: what a paper of a centre may name, goods and owners, is the enterprise's. What is declared to be
      // seen from there, as trips whose money is worked on, is.
      const shows = ({ call, code, text }: Told) => {
        const e = entityOfCall(call)
        return (
          code === 0 &&
          e?.scope === 'org' &&
          e.seenFrom[type] === undefined &&
          text.includes(`"id":"${rows.get(e.key)}"`)
        )
      }
      expect(pathsOf(seen.filter(shows))).toEqual([])
      if (part.title.startsWith('wms')) expect(own.filter(shows)).not.toEqual([])
    }
  })

  test('T36 who runs the platform, and who resells it, reads no row of a tenant', async () => {
    // Each call is asked by one of the two, by the other in the next run.
    for (const [k, client] of platform.entries()) {
      const asks = (call: Call, i: number) => part.has(call) && isTaken(i + k, 2)
      const seen = await askReading(server, client, rows, asks)
      expect(seen.filter((t) => t.code === 0).length).toBeGreaterThan(0)
      expect(pathsOf(seen.filter((t) => t.code === 0 && t.text.includes(mark)))).toEqual([])
    }
  })
})

test('a transaction that is opened for reading takes no write', async () => {
  const client = await server.db.pool.connect()
  try {
    await client.query(server.db.begin(server.one.tenantId, true))
    await expect(client.query(`update sys_user set remark = 'x'`)).rejects.toMatchObject({ code: '25006' })
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('T55 prints are named as other downloads are', async () => {
  const prints = server.served.map((s) => s.call).filter((c) => c.binary && c.writes)
  const told: Told[] = []
  for (const [i, call] of prints.entries())
    if (isTaken(i, 4)) told.push(await askCall(server, admin.dc, call, rows, { english: i % 2 === 1 }))
  expect(misnamed(told)).toEqual([])
  expect(told.length).toBeGreaterThan(0)
})

test.each(dueParts)('T36 nor by its id, nor does he change one: $title', async (part) => {
  const where = `tenant_id = ${server.one.tenantId}`
  const before = await fingerprint(server, where)
  let asked = 0
  for (const [k, client] of platform.entries()) {
    const callers = { group: client, dc: client, tc: client, agent: client }
    const asks = (call: Call, i: number) => part.has(call) && isTaken(i + 2 * k, 4)
    const result = await reach({ server, callers, own: new Map(), foreign: rows, applies: () => true, asks })
    expect(result.leaks).toEqual([])
    asked += result.asked
  }
  expect(asked).toBeGreaterThan(0)
  expect(await fingerprint(server, where)).toEqual(before)
})

test('no writing call answers with a secret or leaves it in the audit', async () => {
  const told: string[] = []
  const writing = server.served.map((s) => s.call).filter((c) => c.writes && !/logout|switchWorkingOrg/.test(c.path))
  for (const call of writing) {
    const input = shortInput(call, rows)
    const answer = call.binary
      ? await admin.group.bytes(call, input).then(
          ({ data }) => data.toString(),
          (error: Error) => error.message,
        )
      : JSON.stringify(await admin.group.envelope(call, input, { file: { name: 'x.csv', data: 'x' } }))
    if (answer.includes(secretMark)) told.push(call.path)
  }
  expect(told).toEqual([])
  await server.inside('G', async (ctx) => {
    for (const { e, name } of secretsOf())
      ctx.audit({
        subject: e.key,
        subjectId: null,
        action: 'remove',
        before: { [name]: secretMark },
        after: { [name]: secretMark },
      })
  })
  const { rows: log } = await server.db.owner.query('select before, after from sys_audit_log')
  expect(log.length).toBeGreaterThan(5)
  expect(JSON.stringify(log)).toContain('"successor":"***"')
  expect(JSON.stringify(log)).not.toContain(secretMark)
})
