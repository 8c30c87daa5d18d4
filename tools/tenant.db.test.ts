import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { tables } from '@lading/contract/tables.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { areaListeners, outwardTopics } from '@lading/server/areas.ts'
import { systemOrg } from '@lading/server/kernel/ctx.ts'
import { asOwner, type Database, openPglite, openPostgres } from '@lading/server/kernel/database.ts'
import { migrate, Unusable } from '@lading/server/kernel/migrate.ts'
import { carriedOf, inOrder, leftOut, placedIn } from '@lading/server/platform/backup/carried.ts'
import { writeLines } from '@lading/server/platform/backup/lines.ts'
import { keepImage } from '@lading/server/platform/file/image.ts'
import { inTenant } from '@lading/server/platform/job/run.ts'
import { createLog, createServer, type Server } from '@lading/server/server.ts'
import { verifyChain } from '@lading/server/sys/audit/chain.ts'
import { sealNext } from '@lading/server/sys/audit/jobs.ts'
import { seal, unseal } from '@lading/server/sys/seal.ts'
import { backUpTenant, bringBackTenant, takeAwayTenant } from '@lading/server/tenantBackup.ts'
import { emptyPostgres, testSecret } from '@lading/server/testing/database.ts'
import { hostileTexts } from '@lading/server/testing/hostile.ts'
import { pngOf } from '@lading/server/testing/images.ts'
import { reconcile } from '@lading/server/wms/stock/reconcile.ts'
import { openPickDesk, type PickDesk } from '@lading/server/wms/testing/pickDesk.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const onPostgres = process.env.LADING_TEST_DB === 'postgres'
const foreign = 'NOT_OF_THIS_TENANT'
const folder = mkdtempSync(join(tmpdir(), 'lading-tenant-'))
const otherSecret = 'another-secret-that-is-long-enough-for-it'
const pictures = [pngOf('one'), pngOf('one'), pngOf('two')]

let desk: PickDesk
let file: string
const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Another installation, with nobody in it. */
async function elsewhere(secret = testSecret): Promise<{ db: Database; server: Server }> {
  let db: Database
  if (onPostgres) {
    const { url, drop } = await emptyPostgres()
    undo.push(drop)
    db = openPostgres({ url, secret: testSecret })
  } else db = await openPglite(undefined)
  undo.push(() => db.close())
  await migrate(db, testSecret)
  const server = await createServer({
    db,
    log: createLog('silent'),
    config: { secret, trustProxy: false, tls: undefined },
  })
  undo.push(() => server.close())
  return { db, server }
}
const backUp = (name: string, db = desk.server.db, secret = testSecret) =>
  backUpTenant(db, { code: 'one', file: join(folder, name), secret, now: new Date() })
const bringBack = ({ db, server }: { db: Database; server: Server }, from = file, more: object = {}) =>
  bringBackTenant(db, server.kernel, { file: from, secret: testSecret, ...more })
/** As the owner within the tenant, whatever its tables. */
const look = <R extends object>(
  db: Database,
  statement: (t: string) => ReturnType<typeof sql>,
  t = desk.server.one.tenantId,
): Promise<R[]> =>
  asOwner(db, async (tx) => {
    await tx.query(sql`select set_config('app.tenant_id', ${t}, true)`)
    return tx.query<R>(statement(t))
  })
const rowsOf = async (db: Database, tenant = desk.server.one.tenantId): Promise<Record<string, string>> => {
  const told: Record<string, string> = {}
  for (const { table } of carriedOf(tables)) {
    const [row] = await look<{ n: string }>(
      db,
      (t) => sql`
      select count(*) || ' ' || coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0) as n
      from ${raw(table)} t where tenant_id = ${t}`,
      tenant,
    )
    told[table] = row?.n ?? ''
  }
  return told
}

/** Goods, a picture twice, a log that is sealed, what waits to be sent, and a tree whose root has the greater id. */
beforeAll(async () => {
  desk = await openPickDesk()
  for (const product of ['A', 'B']) await desk.put('P-01', product, '1000')
  const { lines } = await desk.pick({ A: '7', B: '3' })
  for (const { id, planQty } of lines)
    await desk.clerk.call(work.confirmLine, { taskLineId: id, qty: planQty, toContainer: 'T1' } as never)
  await desk.server.relay.drain()
  await desk.inside(async (ctx) => {
    for (const [i, data] of pictures.entries()) await keepImage(ctx, { name: `p${i}`, data })
    const [leaf, root, account, config] = [ctx.newId(), ctx.newId(), ctx.newId(), ctx.newId()]
    const t = ctx.tenantId
    // Nobody delivers them while a test looks on.
    const tomorrow = new Date(ctx.now().getTime() + 86_400_000)
    await ctx.tx.run(sql`
      insert into wms_area (tenant_id, org_id, id, code, name, upper_id) values (${t}, ${ctx.org.id}, ${root}, 'ROOT', ${hostileTexts[0]?.slice(0, 20)}, null)`)
    await ctx.tx.run(sql`
      insert into wms_area (tenant_id, org_id, id, code, name, upper_id) values (${t}, ${ctx.org.id}, ${leaf}, 'LEAF', 'x', ${root})`)
    await ctx.tx.run(sql`
      insert into sys_open_account (tenant_id, id, name, app_key, sign_algorithm, owner_scope, rate_per_minute, daily_quota, callback_revision, sealed)
      values (${t}, ${account}, 'ERP', 'lk1-aaaaaaaaaaaaaaaa', 'HMAC-SHA256', 'ALL', 60, 100, 1, ${seal('key', testSecret, 'open account')})`)
    await ctx.tx.run(sql`
      insert into sys_open_delivery (tenant_id, id, account_id, event, message_id, document, state, tries, body)
      values (${t}, ${ctx.newId()}, ${account}, 'shipped', 'm1', 'd', 'PENDING', 1, '{}')`)
    await ctx.tx.run(sql`
      insert into sys_outbox (tenant_id, org_id, id, topic, key, not_before, tries) values
        (${t}, ${ctx.org.id}, ${ctx.newId()}, 'open.delivery', 'k', ${tomorrow}, 0), (${t}, ${ctx.org.id}, ${ctx.newId()}, 'bill.refresh', 'k', ${tomorrow}, 0)`)
    await ctx.tx.run(sql`
      insert into sys_mail (tenant_id, id, receiver_id, kind, messages, state, tries) values (${t}, ${config}, 1, 'TEST', 1, 'PENDING', 0)`)
  })
  // Sealed as if ten minutes were over.
  await inTenant(
    { ...desk.server.kernel, now: () => new Date(Date.now() + 3_600_000) },
    desk.server.one.tenantId,
    systemOrg,
    sealNext,
  )
  await asOwner(desk.server.db, async (tx) => {
    await tx.query(sql`select set_config('app.tenant_id', ${desk.server.two.tenantId}, true)`)
    await tx.run(sql`update sys_user set real_name = ${foreign} where tenant_id = ${desk.server.two.tenantId}`)
  })
  await backUp('one.gz')
  file = join(folder, 'one.gz')
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await desk?.server.close()
})

test('every table with rows of a tenant is carried, or said not to be', async () => {
  const { rows } = await desk.server.db.owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  const said = [
    ...carriedOf(tables).map((e) => e.table),
    ...tables.filter((e) => Object.hasOwn(leftOut, e.key)).map((e) => e.table),
  ]
  expect(said.toSorted()).toEqual(rows.map((r) => r.name).toSorted())
  const keys = new Set(tables.map((e) => e.key))
  expect(Object.keys(leftOut).filter((key) => !keys.has(key))).toEqual([])
  // Tables of the platform tell of tenants in their own way; a new one has to be thought of here.
  expect(tables.filter((e) => e.scope === 'platform').map((e) => e.key)).toEqual([
    'sys.platformOption',
    'sys.tenant',
    'sys.due',
    'sys.platformMail',
    'sys.mailUsage',
  ])
  const placed = placedIn(inOrder(carriedOf(tables)))
  expect(placed).toHaveLength(carriedOf(tables).length)
  expect(() => placedIn(inOrder(carriedOf(tables)).toReversed())).toThrow('come behind it')
})

test('every topic of the outbox ends outside, or is known to stay inside', () => {
  const topics = Object.keys(areaListeners(desk.server.kernel, { served: () => [], secret: testSecret }))
  const outside = new Set(outwardTopics)
  expect(topics.filter((topic) => !outside.has(topic)).toSorted()).toEqual(inside)
})
const inside =
  `mdm.packChange saas.entitle saas.guidance saas.meter saas.password saas.provision sys.support tms.claim tms.fee tms.fix tms.freed tms.rate tms.trip tms.watch wms.charge wms.claim
  wms.face wms.lightTask wms.outbound wms.pickBin wms.shipment wms.short wms.stockTake wms.storeStaged wms.unstaged wms.wake wms.wall wms.wave wms.waveStart`.split(
    /\s+/,
  )

test('T19 a backup of one tenant is restored elsewhere, and every rule of its books holds', async () => {
  const text = gunzipSync(readFileSync(file)).toString()
  expect(text).not.toContain(foreign)
  expect(text).not.toContain(desk.server.two.tenantId)
  const there = await elsewhere()
  const made = await bringBack(there)
  const [before, after] = [await rowsOf(desk.server.db), await rowsOf(there.db)]
  expect(Object.values(made.tables).reduce((n, { rows }) => n + rows, 0)).toBeGreaterThan(200)
  // What is settled differs; all else is the same to the last digit.
  const settled = ['sys_audit_log', 'sys_outbox', 'sys_open_delivery', 'sys_mail', 'sys_job', 'sys_job_run']
  for (const [table, n] of Object.entries(before))
    if (!settled.includes(table)) expect([table, after[table]]).toEqual([table, n])
  const dc = desk.server.one.orgs.get('DC01')
  if (!dc) throw new Error('there is no centre')
  const { tenantId } = desk.server.one
  expect(await inTenant(there.server.kernel, tenantId, dc, reconcile)).toEqual([])
  expect(await verifyChain((w) => inTenant(there.server.kernel, tenantId, systemOrg, w))).toMatchObject({ ok: true })
  expect(
    await look(
      there.db,
      (t) =>
        sql`select upper_id is null as is_root from wms_area where tenant_id = ${t} and code in ('ROOT', 'LEAF') order by code`,
    ),
  ).toEqual([{ isRoot: false }, { isRoot: true }])
  expect(await look(there.db, (t) => sql`select count(*)::int as n from sys_session where tenant_id = ${t}`)).toEqual([
    { n: 0 },
  ])
})

test('nothing that was sent is sent again, and whoever restored stands in the log', async () => {
  const there = await elsewhere()
  await bringBack(there)
  const { db } = there
  expect(await look(db, (t) => sql`select state, error from sys_open_delivery where tenant_id = ${t}`)).toEqual([
    { state: 'DEAD', error: '由备份恢复，未再发送' },
  ])
  expect(await look(db, (t) => sql`select topic from sys_outbox where tenant_id = ${t} and key = 'k'`)).toEqual([
    { topic: 'bill.refresh' },
  ])
  expect(await look(db, (t) => sql`select state from sys_mail where tenant_id = ${t}`)).toEqual([{ state: 'DEAD' }])
  expect(
    await look(db, (t) => sql`select subject_no from sys_audit_log where tenant_id = ${t} and action = 'restore'`),
  ).toEqual([{ subjectNo: 'one' }])
  // Its jobs begin by today's clocks, and are in the queue of whoever serves it.
  await there.server.jobs.tick()
  const jobs = await look<{ n: number; late: number }>(
    db,
    (t) => sql`
    select count(*)::int as n, count(*) filter (where next_time <= now())::int as late from sys_job where tenant_id = ${t}`,
  )
  expect(jobs[0]?.n).toBeGreaterThan(5)
  expect(jobs[0]?.late).toBe(0)
})

test('a second restore is refused, under whatever code; so is the code of another', async () => {
  const there = await elsewhere()
  await expect(bringBack(there, file, { code: 'Not a code' })).rejects.toThrow('small letters')
  await there.db.owner.query(`insert into sys_tenant (id, code, name) values (7, 'taken', 'x')`)
  await expect(bringBack(there, file, { code: 'taken' })).rejects.toThrow('another tenant has the code')
  await bringBack(there, file, { code: 'copy' })
  expect(await look(there.db, (t) => sql`select code from sys_tenant where id = ${t}`)).toEqual([{ code: 'copy' }])
  // A copy answers nobody else's system until somebody lets it.
  expect(await look(there.db, (t) => sql`select disabled from sys_open_account where tenant_id = ${t}`)).toEqual([
    { disabled: true },
  ])
  const before = await rowsOf(there.db)
  for (const code of ['copy', 'third', undefined])
    await expect(bringBack(there, file, { code })).rejects.toThrow('here already, as copy')
  expect(await rowsOf(there.db)).toEqual(before)
})

test('a file of which one bit is another is refused, and leaves nothing', async () => {
  const there = await elsewhere()
  const whole = readFileSync(file)
  const at = [
    ...Array.from({ length: 12 }, (_, i) => i),
    whole.length >> 1,
    whole.length - 9,
    whole.length - 8,
    whole.length - 1,
  ]
  const bad = join(folder, 'bad.gz')
  for (const byte of at) {
    const changed = Buffer.from(whole)
    changed[byte] = (changed[byte] ?? 0) ^ 1
    writeFileSync(bad, changed)
    await expect(bringBack(there, bad), `byte ${byte}`).rejects.toBeInstanceOf(Unusable)
  }
  for (const data of [whole.subarray(0, 5_000), Buffer.concat([whole, Buffer.from('x')]), Buffer.from('nothing')]) {
    writeFileSync(bad, data)
    await expect(bringBack(there, bad)).rejects.toBeInstanceOf(Unusable)
  }
  expect(await look(there.db, () => sql`select 1 from sys_tenant`)).toEqual([])
})

/** The file as somebody would write it who knows how: sums and all. */
async function forged(name: string, change: (line: string) => string): Promise<string> {
  const path = join(folder, name)
  const [sumOf, partOf] = [createHash('sha256'), { hash: createHash('sha256') }]
  const ends: Record<string, string> = {}
  await writeLines(path, async (put) => {
    for (const text of gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')) {
      let line = change(text)
      const read = JSON.parse(line) as Record<string, unknown>
      if ('table' in read) partOf.hash = createHash('sha256')
      else if ('end' in read) {
        ends[String(read.end)] = partOf.hash.digest('hex')
        line = JSON.stringify({ ...read, sha256: ends[String(read.end)] })
      } else if ('rows' in read) partOf.hash.update(`${line}\n`)
      else if ('sha256' in read) line = JSON.stringify({ sha256: sumOf.copy().digest('hex') })
      sumOf.update(`${line}\n`)
      await put(`${line}\n`)
    }
  })
  return path
}

test('a file that was made to look whole reaches no other tenant, and no books that do not add up', async () => {
  const there = await elsewhere()
  const { tenantId } = desk.server.one
  const plain = await forged('plain.gz', (line) => line)
  // Rows of somebody else.
  const stolen = await forged('stolen.gz', (line) =>
    line.startsWith('{"rows"') ? line.replaceAll(`"${tenantId}"`, '"7"') : line,
  )
  await expect(bringBack(there, stolen)).rejects.toThrow('damaged')
  // Goods that no posting has brought.
  let isStock = false
  const more = await forged('more.gz', (line) => {
    if (line.startsWith('{"table"')) isStock = line.includes('"wms_stock"')
    return isStock ? line.replaceAll('"993.000"', '"994.000"') : line
  })
  await expect(bringBack(there, more)).rejects.toThrow('does not add up')
  // A log that somebody has tidied.
  const log = await forged('log.gz', (line) =>
    line.replaceAll('"confirmLine"', '"confirmLime"').replaceAll('"approve"', '"approval"'),
  )
  await expect(bringBack(there, log)).rejects.toThrow('not what was sealed')
  const old = await forged('old.gz', (line) =>
    line.includes('"migrations"') ? line.replace(/,"0002_name_order[^"]*"/, '') : line,
  )
  await expect(bringBack(there, old)).rejects.toThrow('older version')
  expect(await look(there.db, () => sql`select 1 from sys_tenant`)).toEqual([])
  await bringBack(there, plain)
})

test('a tenant is taken away with its backup in hand, and nobody else loses a row', async () => {
  const there = await elsewhere()
  await bringBack(there)
  const two = join(folder, 'two.gz')
  await backUpTenant(desk.server.db, { code: 'two', file: two, secret: testSecret, now: new Date() })
  await bringBack(there, two)
  const own = join(folder, 'own.gz')
  await backUpTenant(there.db, { code: 'one', file: own, secret: testSecret, now: new Date() })
  const others = await rowsOf(there.db, desk.server.two.tenantId)
  const take = (from: string, code = 'one') => takeAwayTenant(there.db, { code, file: from })
  await expect(take(own, 'two')).rejects.toThrow('of another tenant, one')
  await expect(take(own, 'nobody')).rejects.toThrow('there is no tenant')
  // The first backup knows nothing of what the restore has noted.
  await expect(take(file)).rejects.toThrow('since the backup (sys.auditLog)')
  const before = await rowsOf(there.db)
  await take(own)
  expect(await rowsOf(there.db, desk.server.two.tenantId)).toEqual(others)
  expect(Object.values(await rowsOf(there.db)).filter((n) => n !== '0 0')).toEqual([])
  expect(await look(there.db, (t) => sql`select 1 from sys_due where tenant = ${t}`)).toEqual([])
  await bringBack(there, own)
  const after = await rowsOf(there.db)
  expect([after.wms_ledger, after.wms_area, after.sys_user]).toEqual([
    before.wms_ledger,
    before.wms_area,
    before.sys_user,
  ])
})

test('another installation seals anew what it is told the key of, and takes nothing that it cannot open', async () => {
  const there = await elsewhere(otherSecret)
  await expect(bringBack(there, file, { secret: otherSecret })).rejects.toThrow('LADING_BACKUP_SECRET')
  await expect(bringBack(there, file, { secret: otherSecret, from: 'x'.repeat(40) })).rejects.toThrow(
    'LADING_BACKUP_SECRET',
  )
  await bringBack(there, file, { secret: otherSecret, from: testSecret })
  const [account] = await look<{ sealed: string; callbackRevision: number }>(
    there.db,
    (t) => sql`
    select sealed, callback_revision from sys_open_account where tenant_id = ${t}`,
  )
  expect(unseal(account?.sealed ?? '', otherSecret, 'open account')).toBe('key')
  expect(unseal(account?.sealed ?? '', testSecret, 'open account')).toBeNull()
  // Its receiver knows the secret of the old installation: none is better than one that nobody knows.
  expect(account?.callbackRevision).toBe(0)
})

test.runIf(onPostgres)('a backup that is taken while people work is of one moment', async () => {
  const before = (await backUp('before.gz')).tables.wms_ledger?.rows ?? 0
  let isOver = false
  const working = (async () => {
    for (let n = 2; n < 12; n++) {
      const { lines } = await desk.pick({ A: '7', B: '3' })
      for (const { id, planQty } of lines)
        await desk.clerk.call(work.confirmLine, { taskLineId: id, qty: planQty, toContainer: `T${n}` } as never)
    }
  })().finally(() => {
    isOver = true
  })
  const made: { name: string; postings: number }[] = []
  const take = async (name: string) => {
    const { tables: told } = await backUp(name)
    made.push({ name, postings: told.wms_ledger?.rows ?? 0 })
    return told.wms_ledger?.rows ?? 0
  }
  for (let n = 1; !isOver; n++) await take(`amid${n}.gz`)
  await working
  const after = await take('after.gz')
  // Taken in the midst of it: something had been moved, and not all.
  const last = made.findLast(({ postings }) => postings > before && postings < after)?.name
  expect(last).toBeDefined()
  const there = await elsewhere()
  // It would be refused if stock and ledger were of two moments.
  await bringBack(there, join(folder, last ?? ''))
})
