import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi } from '../kernel/http/openapi.ts'
import { allEntities } from '../kernel/registry.ts'
import { snake } from '../kernel/tx.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

/** Of digits alone: a secret may be an id as well as a text. */
const mark = '987654321012345678'
const secretsOf = () => allEntities().flatMap((e) => Object.keys(e.secrets).map((name) => ({ e, name })))
let server: TestServer
let rows: Rows
beforeAll(async () => {
  server = await openTestServer()
  rows = await server.inside('DC01', (ctx) => fillTables(ctx, 'SEC'))
  for (const { e, name } of secretsOf())
    if (e.scope === 'platform')
      await server.db.owner.query(`insert into ${e.table} (id, ${snake(name)}) values (1, '${mark}')`)
    else
      await server.db.owner.query(
        `update ${e.table} set ${snake(name)} = '${mark}' where id = ${rows.get(e.key)} and tenant_id = ${server.one.tenantId}`,
      )
})
afterAll(() => server.close())

describe('what is secret stays in the database', () => {
  test('what looks like a secret is declared as one', () => {
    const plain = ['passwordTime', 'originalPassword', 'requestHash', 'publicKey', 'hasSecret']
    const open = [...allEntities(), ...permissionSubjects].flatMap((e) =>
      Object.keys(e.fields)
        .filter((name) => /password|secret|hash|token|salt|privateKey/i.test(name) && !plain.includes(name))
        .map((name) => `${e.key}.${name}`),
    )
    expect(open).toEqual([])
    expect(secretsOf().map(({ e, name }) => `${e.key}.${name}`)).toEqual([
      'sys.user.passwordHash',
      'sys.user.formerHashes',
      'sys.openAccount.sealed',
      'sys.openAccount.sealedPrevious',
      'sys.openAccount.previousKey',
      'sys.dataCollection.sealed',
      'sys.dataInteractive.rawRecord',
      'sys.dataInteractive.sentBody',
      'sys.dataInteractive.rawAnswer',
      'sys.dataInteractive.contentHash',
      'sys.wsRecord.rawPayload',
      // A drawing is no secret, but no list carries it.
      'sys.customReport.draftBody',
      'sys.sessionToken.hash',
      'sys.sessionToken.successor',
      'sys.secondFactor.appSecret',
      'sys.pin.hash',
      'sys.recoveryCode.hash',
      'sys.messageRobot.sealedAddress',
      'sys.messageRobot.sealedSecret',
      'sys.emailProof.hash',
      'sys.platformMail.sealedLogin',
      'sys.fileTicket.hash',
      // Rows of another organisation, which nobody here can look up.
      'wms.shipBill.sentTripId',
      'wms.previewBill.sentKey',
      'wms.rtiIn.sentKey',
      'wms.diffBill.claimOfId',
      'wms.diffBillLine.sourceLineId',
      'tms.wayBillLine.outOrderId',
      'tms.wayBillLine.outLineId',
      // By what an abnormal, or a rating, is told from another: keys of others' rows.
      'tms.abnormal.episode',
      'tms.abnormal.claimLineId',
      'tms.abnormal.claimQty',
      'tms.tripEvaluate.ratedOnce',
      'tms.feeBill.rateKey',
      'dps.controller.loginHash',
      'dps.agent.keyHash',
      'saas.tenantApplication.network',
      'saas.tenantApplication.sentKey',
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
      await expect(admin.bytes(exportCall, { columns: [name], format: 'csv' })).rejects.toMatchObject({ code: 42821 })
      expect(await admin.call(query, { filter: { keyword: mark } })).toMatchObject({ records: [] })
    }
  })
})
