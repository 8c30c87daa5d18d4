import type { Call } from '@lading/contract/kernel/call.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entityOfId } from '../../tools/sample/rows.ts'
import { openApi } from '../kernel/http/openapi.ts'
import { allEntities } from '../kernel/registry.ts'
import { snake } from '../kernel/tx.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { inputFor } from '../testing/inputs.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'

const mark = 'NEVER_TO_BE_SEEN'
const secretsOf = () => allEntities().flatMap((e) => Object.keys(e.secrets).map((name) => ({ e, name })))
let server: TestServer
let rows: Rows
beforeAll(async () => {
  server = await openTestServer()
  rows = await server.inside('DC01', (ctx) => fillTables(ctx, 'SEC'))
  for (const { e, name } of secretsOf())
    await server.db.owner.query(
      `update ${e.table} set ${snake(name)} = '${mark}' where id = ${rows.get(e.key)} and tenant_id = ${server.one.tenantId}`,
    )
})
afterAll(() => server.close())

const idOf = (call: Call) => (path: readonly string[]) => rows.get(entityOfId(call, path)?.key ?? '') ?? '1'
async function answerOf(client: Client, call: Call): Promise<string> {
  const input = { ...inputFor(call, { id: idOf(call), short: true }), ...(call.binary && { format: 'csv' }) }
  if (!call.binary) return JSON.stringify(await client.envelope(call, input, { file: { name: 'x.csv', data: 'x' } }))
  return client.bytes(call, input).then(
    ({ data }) => data.toString(),
    (error: Error) => error.message,
  )
}

describe('what is secret stays in the database', () => {
  test('what looks like a secret is declared as one', () => {
    const plain = ['passwordTime', 'originalPassword', 'requestHash', 'publicKey']
    const open = [...allEntities(), ...permissionSubjects].flatMap((e) =>
      Object.keys(e.fields)
        .filter((name) => /password|secret|hash|token|salt|privateKey/i.test(name) && !plain.includes(name))
        .map((name) => `${e.key}.${name}`),
    )
    expect(open).toEqual([])
    expect(secretsOf().map(({ e, name }) => `${e.key}.${name}`)).toEqual([
      'sys.user.passwordHash',
      'sys.sessionToken.hash',
      'sys.sessionToken.successor',
      'sys.secondFactor.appSecret',
      'sys.recoveryCode.hash',
    ])
  })

  test('no entity lists, shows, asks for or names a secret', () => {
    const named = [...allEntities(), ...permissionSubjects].flatMap((e) =>
      Object.keys(e.secrets).filter((name) =>
        [...Object.keys(e.fields), ...e.list, ...e.form, e.label.code, e.label.name, e.sort].includes(name),
      ),
    )
    expect(named).toEqual([])
    const document = JSON.stringify(openApi(server.served.map((s) => s.call) as never, '1'))
    expect(document).toContain('realName')
    expect(secretsOf().filter(({ name }) => name.length > 4 && document.includes(`"${name}"`))).toEqual([])
  })

  test('no filter, order, column or keyword reaches it', async () => {
    const admin = await server.as('admin')
    for (const { e, name } of secretsOf()) {
      const { query, export: exportCall } = crudCalls(e)
      if (!server.served.some((s) => s.call.path === query?.path)) continue
      for (const asked of [{ filter: { [name]: mark } }, { orderBy: name }, { orderBy: `-${name}` }])
        expect((await admin.envelope(query, asked)).code).toBe(40000)
      await expect(admin.bytes(exportCall, { columns: [name], format: 'csv' })).rejects.toMatchObject({ code: 42226 })
      expect(await admin.call(query, { filter: { keyword: mark } })).toMatchObject({ records: [] })
    }
  })

  test('no call answers with it, and no writing call leaves it in the audit', async () => {
    const callers = [await server.as('admin'), await server.as('admin', 'DC01')]
    const calls = server.served.map((s) => s.call).filter((c) => !/logout|switchWorkingOrg/.test(c.path))
    const told: string[] = []
    for (const call of [...calls.filter((c) => !c.writes), ...calls.filter((c) => c.writes)])
      for (const client of call.writes ? callers.slice(0, 1) : callers)
        if ((await answerOf(client, call)).includes(mark)) told.push(call.path)
    expect(told).toEqual([])
    await server.inside('G', async (ctx) => {
      for (const { e, name } of secretsOf())
        ctx.audit({
          subject: e.key,
          subjectId: null,
          action: 'remove',
          before: { [name]: mark },
          after: { [name]: mark },
        })
    })
    const { rows: log } = await server.db.owner.query(
      `select before, after from sys_audit_log where subject_no is distinct from 'SEC'`,
    )
    expect(log.length).toBeGreaterThan(5)
    expect(JSON.stringify(log)).toContain('"successor":"***"')
    expect(JSON.stringify(log)).not.toContain(mark)
  })
})
