import { gzipSync } from 'node:zlib'
import { type Call, type Envelope, pageSizeMax } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { type AnyEntity, entityPath } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityOfCall } from '../../tools/sample/rows.ts'
import { freshText } from '../../tools/sample/value.ts'
import { allEntities } from '../kernel/registry.ts'
import { cellsOf } from '../testing/fileCells.ts'
import { isTaken } from '../testing/full.ts'
import { faultOf, hostileBodies, hostileTexts, passed, picky } from '../testing/hostile.ts'
import { dueParts, type Part } from '../testing/parts.ts'
import { ownInput } from '../testing/reach.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { makeWorld, type World, writerOf } from '../testing/world.ts'
import { documents } from '../wms/print/served.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await openTestServer()
  world = await makeWorld(server)
})
afterAll(() => server.close())

const clientOf = (call: Call): Client => writerOf(world.admin, entityOfCall(call))
const calls = (): readonly Call[] =>
  server.served.map((s) => s.call).filter((c) => !/logout|switchWorkingOrg/.test(c.path))
const queries = () => calls().filter((c) => c.path.endsWith('/query') && entityOfCall(c))
const owners = crudCalls(owner)

async function post(call: Call, body: string | Buffer, headers: Record<string, string>) {
  // What cannot be read as text is signed as the server sees it: as nothing.
  const isText = headers['content-type'] === 'application/json'
  const session = clientOf(call).sign({ method: call.method, url: call.path, body: isText ? String(body) : '' })
  const answer = await server.app.inject({
    method: call.method,
    url: call.path,
    headers: { ...session, ...headers },
    payload: body,
  })
  return { answer }
}

describe('T46 malformed requests', () => {
  test.each(dueParts)('T46 every call refuses what it cannot read, and no error is internal: $title', async (part) => {
    const wrong: string[] = []
    for (const [turn, call] of calls().entries()) {
      if (call.method !== 'POST' || !part.has(call) || !isTaken(turn, 5)) continue
      const bodies = hostileBodies(JSON.stringify(ownInput(call, world.own)))
      // The two turns have no divisor in common: each call meets each body in one of eighty runs.
      for (const { body, type = 'application/json', mayPass } of bodies.filter((_, i) => isTaken(i + turn, 16))) {
        const { answer } = await post(call, body, type === '' ? {} : { 'content-type': type })
        const fault = faultOf(answer.statusCode, answer.body) ?? (mayPass ? undefined : passed(answer.body))
        if (fault) wrong.push(`${call.path} ${String(body).slice(0, 60)} (${type}): ${fault}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('T46 compressed, oversized and unreadable bodies', async () => {
    const call = owners.create as Call
    const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
      const { answer } = await post(call, body, { 'content-type': 'application/json', ...headers })
      return { status: answer.statusCode, code: (answer.json() as Envelope<unknown>).code }
    }
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20))
    expect(await send(bomb, { 'content-encoding': 'gzip' })).toEqual({ status: 413, code: 41300 })
    expect(await send(`{"name":"${'x'.repeat(5_000_000)}"}`)).toEqual({ status: 413, code: 41300 })
    expect(await send(Buffer.from([0xff, 0xfe, 0xfd]))).toEqual({ status: 400, code: 40001 })
    expect(await send('{"code":"a\\u0000b","name":"x"}')).toEqual({ status: 400, code: 40001 })
    expect(await send('{"code":"NUL","name":"back\\\\u0000slash"}')).toEqual({ status: 200, code: 0 })
  })

  test('T46 headers and query strings', async () => {
    const get = owners.getById as Call
    const values = [...hostileTexts, 'x'.repeat(5000), '9'.repeat(19), '9223372036854775808', '٣', '1\u0000'].map(
      encodeURIComponent,
    )
    for (const value of [...values, '%00', '%ff%fe', '1&id=2', '%']) {
      const { pathname, search } = new URL(`${get.path}?id=${value}`, 'http://localhost')
      const url = pathname + search
      const headers = world.admin.group.sign({ method: 'GET', url })
      const answer = await server.app.inject({ method: 'GET', url, headers })
      expect(faultOf(answer.statusCode, answer.body), value).toBeUndefined()
      expect(answer.statusCode, value).toBe(400)
    }
    for (const name of [
      'x-tenant',
      'x-access-token',
      'x-trace-id',
      'accept-language',
      'idempotency-key',
      'x-source',
      'user-agent',
    ])
      for (const value of ['', '__proto__', 'x'.repeat(3000), "' or 1=1 --", 'ÿþ', '..', '{}']) {
        const url = owners.create?.path ?? ''
        const payload = JSON.stringify({ code: freshText(), name: 'T46' })
        const key = name === 'idempotency-key' ? value : undefined
        const session = world.admin.group.sign({ method: 'POST', url, body: payload, key })
        const answer = await server.app.inject({
          method: 'POST',
          url,
          headers: { ...session, 'content-type': 'application/json', [name]: value },
          payload,
        })
        expect(faultOf(answer.statusCode, answer.body), `${name}: ${value.slice(0, 20)}`).toBeUndefined()
      }
  })
})

describe('T47 hostile texts', () => {
  // Every verb has been pressed on these rows by now, that which disables them among them.
  beforeAll(async () => {
    for (const e of allEntities().filter((one) => one.actions.includes('enable_disable')))
      await server.db.owner.query(`update ${e.table} set disabled = false where id = $1`, [world.own.get(e.key) ?? '0'])
  })
  test.each(dueParts)(
    'T47 every text of every master comes back byte for byte, in detail, list and export: $title',
    async (part) => {
      const wrong: string[] = []
      const refused = new Set<string>()
      for (const [turn, e] of allEntities().entries()) {
        const create = calls().find((c) => c.path === `${entityPath(e)}/create`)
        const { getById, query } = crudCalls(e)
        if (!create || !part.has(create) || !query || !calls().some((c) => c.path === getById?.path)) continue
        for (const [i, hostile] of hostileTexts.entries()) {
          if (!isTaken(i + turn, 16)) continue
          const { fault, isStored } = await storeText(e, create, hostile)
          if (!isStored && !picky.includes(e.key)) refused.add(e.key)
          wrong.push(...fault)
        }
      }
      expect(wrong).toEqual([])
      expect([...refused]).toEqual([])
    },
  )
  /** Creates a row with the text wherever it may stand, and looks where it shows. */
  async function storeText(
    e: AnyEntity,
    create: Call,
    hostile: string,
  ): Promise<{ fault: readonly string[]; isStored: boolean }> {
    const { getById, query, export: exported } = crudCalls(e)
    const client = clientOf(create)
    const text = (path: readonly string[], patterns: readonly string[], max: number) =>
      patterns.length === 0 && isText(e.fields[path[0] ?? '']?.kind) && path.length === 1
        ? [...hostile].slice(0, max).join('')
        : undefined
    const input = ownInput(create, world.own, { text })
    // The one user there is belongs above the centres; where nobody has to be named, nobody is.
    const isFree = (f: Field): boolean => f.to === 'sys.user' && (!f.required || f.initial !== undefined)
    for (const [name, f] of Object.entries(e.fields)) if (isFree(f)) delete input[name]
    const made = await client.envelope(create, input)
    if (made.code !== 0)
      return { fault: made.code >= 50000 ? [`${e.key} ${hostile}: ${JSON.stringify(made)}`] : [], isStored: false }
    const { id } = made.data as { id: string }
    const detail = await client.call<Record<string, unknown>>(getById, { id })
    const list = await client.call<{ records: Record<string, unknown>[] }>(query, { filter: { id: [id] } })
    const fault: string[] = []
    for (const [name, f] of Object.entries(e.fields))
      if (isText(f.kind) && typeof input[name] === 'string' && input[name] !== '')
        for (const seen of [detail[name], list.records[0]?.[name]])
          if (seen !== input[name])
            fault.push(`${e.key}.${name}: ${JSON.stringify(input[name])} came back as ${JSON.stringify(seen)}`)
    if (exported && calls().some((c) => c.path === exported.path))
      for (const format of ['csv', 'xlsx'] as const) {
        const { data } = await client.bytes(exported, { filter: { id: [id] }, format })
        fault.push(...notInFile(e, input, cellsOf(data)).map((what) => `${e.key} as ${format}: ${what}`))
      }
    return { fault, isStored: true }
  }
  /**
   * The texts of a row that its file shows otherwise. An apostrophe keeps spreadsheets from running what a csv holds; the
   * cells of a workbook are XML, which knows one end of a line.
   */
  function notInFile(e: AnyEntity, input: object, cells: ReadonlyMap<string, string>): string[] {
    return Object.entries(input).flatMap(([name, sent]) => {
      const f = e.fields[name]
      const got = f && cells.get(say(f.title, 'zh-CN'))
      if (!f || !isText(f.kind) || got === undefined || typeof sent !== 'string') return []
      if ([sent, `'${sent}`, sent.replaceAll('\r\n', '\n')].includes(got)) return []
      return [`${name}: ${JSON.stringify(sent)} came out as ${JSON.stringify(got)}`]
    })
  }
  const isText = (kind: string | undefined): boolean => kind === 'text' || kind === 'note'

  test('T47 labels and sheets are printed, whatever stands in the names on them', async () => {
    const types: Readonly<Record<string, string>> = {
      pickTask: 'PICK',
      pickLabels: 'PICK',
      receiveTask: 'RECEIVE',
      putAwayTask: 'PUTAWAY',
      stockDecTask: 'STOCK_DEC',
      sowTask: 'SOW',
      collectTask: 'PICK_COLLECT',
      storeCheckTask: 'STORE_COLLECT_CHECK',
      replenishUpperTask: 'RPL_UP',
      stockIncTask: 'STOCK_INC',
      enterTruckTask: 'ENTER_TRUCK',
      despatchTask: 'DESPATCH',
      countTask: 'STOCK_TAKE',
    }
    const labelKinds: Readonly<Record<string, string>> = { pickLabels: 'PICK', labelEx: 'PICK', rplLabel: 'RPL' }
    // These need goods that moved: print.db.test.ts prints them with such names.
    const moved = ['receivedLots', 'receivedContainers', 'shipNotes']
    const ship = world.own.get('wms.shipBill')
    await server.db.owner.query(`update wms_ship_bill set state = 'LOADED' where id = ${ship}`)
    await server.db.owner.query(
      `update wms_warehouse_register set state = 'RELEASED' where id = ${world.own.get('wms.warehouseRegister')}`,
    )
    await server.db.owner.query(`update wms_task set bill_id = ${ship} where id = ${world.own.get('wms.task')}`)
    const printed = Object.entries(documents).filter(([name]) => !moved.includes(name))
    for (const [i, hostile] of hostileTexts.entries()) {
      const due = printed.filter((_, k) => isTaken(i + k, 16))
      if (due.length === 0) continue
      const text = [...hostile].slice(0, 60).join('')
      for (const table of ['wms_store', 'wms_owner', 'mdm_product', 'wms_container_type', 'wms_area'])
        await server.db.owner.query(`update ${table} set name = $1 where tenant_id = ${server.one.tenantId}`, [text])
      for (const [name, { subject }] of due) {
        const call = printCalls[name as keyof typeof printCalls]
        const id = world.own.get(subject)
        if (types[name])
          await server.db.owner.query(`update wms_task set task_type = $1 where id = ${id}`, [types[name]])
        if (labelKinds[name])
          await server.db.owner.query(
            `update wms_pick_label set kind = $1, state = 'PRINTED', task_id = ${world.own.get('wms.task')}, task_line_id = ${world.own.get('wms.taskLine')} where id = ${world.own.get('wms.pickLabel')}`,
            [labelKinds[name]],
          )
        if (name === 'pickContainer')
          await server.db.owner.query(
            `update wms_pick_container set state = 'BOUND', container_id = ${world.own.get('wms.container')}, task_id = ${world.own.get('wms.task')} where id = ${id}`,
          )
        const { data } = await world.admin.dc.bytes(call, { rows: [{ id }], reason: text.trim() || 'again' })
        expect(data.subarray(0, 5).toString(), `${name} with ${JSON.stringify(text)}`).toBe('%PDF-')
      }
    }
  })

  test('T47 a text that is longer than its field, or no text at all, is refused', async () => {
    const { group } = world.admin
    for (const name of ['x'.repeat(4_000_000 - 100), '😀'.repeat(65), '', 'a\ud800'])
      expect(await group.envelope(owners.create, { code: freshText(), name })).toMatchObject({
        code: expect.toSatisfy((c) => c === 40000 || c === 40001),
      })
    await group.call(owners.create, { code: freshText(), name: '😀'.repeat(64) })
  })
})

describe('T48 sort and filter', () => {
  const taken = (part: Part) => queries().filter((call, i) => part.has(call) && isTaken(i, 4))
  const names = [
    'tenantId',
    'tenant_id',
    'passwordHash',
    'code) --',
    'code; drop table wms_owner',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    "id' or '1'='1",
    't.code',
    'code desc, (select 1)',
    '(select pg_sleep(1))',
    'refs',
    'orgs',
    '',
  ]
  test.each(dueParts)('T48 only declared names filter and sort: $title', async (part) => {
    for (const call of taken(part))
      for (const name of names) {
        if (entityOfCall(call)?.fields[name]) continue
        const client = clientOf(call)
        const filtered = await client.envelope(call, { filter: Object.fromEntries([[name, 'x']]) })
        expect(filtered.code, `${call.path} filter ${name}`).toBeGreaterThanOrEqual(40000)
        expect(filtered.code).toBeLessThan(41000)
        if (name === '' || name.includes(',')) continue
        const sorted = await client.envelope(call, { orderBy: name })
        expect(sorted.code, `${call.path} orderBy ${name}`).toBe(40000)
      }
  })

  test.each(dueParts)('T48 no value of a filter reaches the database as anything but a value: $title', async (part) => {
    const odd: unknown[] = [
      ...hostileTexts,
      null,
      true,
      0,
      -1,
      1.5,
      3_000_000_000,
      1e300,
      [],
      ['a'],
      [1],
      ['9223372036854775808'],
      {},
      { from: 'x' },
      { from: '', to: '' },
      { from: '0000-01-01', to: '9999-12-31' },
      { from: '1026-01-01', to: '2026-01-01' },
      { to: '2026-02-30' },
      { from: '2026-01-01T00:00:00+23:59' },
      { from: '0000-01-01T00:00:00Z' },
      '99999999999999999999',
      '-1',
      '1e5',
      '\u{10FFFF}',
    ]
    const wrong: string[] = []
    for (const call of taken(part)) {
      const e = entityOfCall(call)
      const fields = [...Object.keys(e?.fields ?? {}), 'id', 'disabled', 'createTime', 'keyword']
      for (const [i, name] of fields.entries())
        for (const value of odd.filter((_, k) => isTaken(i + k, 25))) {
          const answer = await clientOf(call).envelope(call, { filter: { [name]: value }, pageSize: 1 })
          if (answer.code !== 0 && answer.code !== 40000)
            wrong.push(`${call.path} ${name} = ${JSON.stringify(value)}: ${JSON.stringify(answer)}`)
        }
    }
    expect(wrong).toEqual([])
  })
})

describe('T49 sizes of lists', () => {
  test('T49 pages, ranges and lists of values are bounded', async () => {
    const { group } = world.admin
    const ask = async (question: object) => (await group.envelope(owners.query, question)).code
    expect(await ask({ pageSize: 0 })).toBe(0)
    for (const pageSize of [-1, 10_001, 1e9, 1.5, '20', null])
      expect(await ask({ pageSize }), String(pageSize)).toBe(40000)
    for (const page of [0, -1, 1e9, 1.5]) expect(await ask({ page }), String(page)).toBe(40000)
    expect(await ask({ page: 1_000_000, pageSize: 10_000 })).toBe(0)
    expect(await ask({ filter: { createTime: { from: '1900-01-01', to: '2200-12-31' } } })).toBe(0)
    expect(await ask({ filter: { createTime: { from: '1000-01-01', to: '3000-01-01' } } })).toBe(40000)
    const many = Array.from({ length: 100_000 }, (_, i) => String(i + 1))
    expect(await ask({ filter: { id: many } })).toBe(40000)
    expect(await ask({ filter: { id: many.slice(0, 1000) } })).toBe(0)
    expect(await ask({ orderBy: Array(500).fill('code').join(',') })).toBe(40000)
  })

  test('T49 a list never answers more than its cap', async () => {
    const count = pageSizeMax + 50
    await server.inside('G', async (ctx) => {
      const { bulkInsert } = await import('../kernel/bulk.ts')
      const rows = Array.from({ length: count }, (_, i) => ({
        tenantId: ctx.tenantId,
        id: ctx.newId(),
        code: `T49-${i}`,
        name: 'x',
      }))
      await bulkInsert(ctx.tx, 'wms_owner', rows)
    })
    const page = await world.admin.group.call<{ records: object[]; total: number }>(owners.query, {
      filter: { code: 'T49-' },
      pageSize: 0,
    })
    expect(page.records.length).toBe(pageSizeMax)
    expect(page.total).toBe(count)
  })
})
