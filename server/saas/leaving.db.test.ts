import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saasFaults } from '@lading/contract/saas/faults.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, type ChannelDesk, makeAgent, openChannelDesk, sell } from './testing/channelDesk.ts'

let desk: ChannelDesk
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leaving-'))
  desk = await openChannelDesk(undefined, folder)
})
afterAll(async () => {
  await desk.server.close()
  rmSync(folder, { recursive: true })
})

test('an ended tenant is exported, and removed by two people; nobody else loses anything', async () => {
  const packageId = await sell(desk, { code: 'TRY', audience: 'TRIAL', qty: '0.5', price: '0' })
  await makeAgent(desk, 'A1')
  const agent = await desk.agentUser('A1')
  const id = await desk.make(agent, tenantApplication.header, application())
  const step = (name: string, input?: object, reason?: string) =>
    desk.step(desk.operator, tenantApplication, id, name, input, reason)
  const read = () => desk.read(desk.operator, tenantApplication.header, id)
  expect(await desk.step(agent, tenantApplication, id, 'submit')).toBeUndefined()
  expect(await step('approve', { tenantCode: 'gone1', packageId, trialDays: 15 })).toBeUndefined()
  await desk.server.relay.drain()
  const { madeId } = await read()
  expect(await step('suspend', undefined, '欠费')).toBeUndefined()
  expect(await step('end', undefined, '不再续约')).toBeUndefined()

  const [notExported] = saasFaults.notExported.text
  expect(await step('askRemoval', undefined, '客户要求')).toBe(notExported)
  expect(await step('removeAll')).toBe(saasFaults.notAsked.text[0])
  expect(await step('exportAll')).toBeUndefined()
  await desk.server.relay.drain()
  const { exportFile } = await read()
  expect(existsSync(join(folder, String(exportFile)))).toBe(true)
  expect(await step('askRemoval', undefined, '客户要求')).toBeUndefined()
  expect(await step('removeAll')).toBe(saasFaults.otherPerson.text[0])
  expect(await step('keepData')).toBeUndefined()
  expect(await step('askRemoval', undefined, '客户要求')).toBeUndefined()

  const others = () =>
    desk.server.db.owner.query('select tenant_id, count(*) from sys_user where tenant_id <> $1 group by 1 order by 1', [
      madeId,
    ])
  const before = (await others()).rows
  expect(await desk.step(await desk.secondOperator(), tenantApplication, id, 'removeAll')).toBeUndefined()
  await desk.server.relay.drain()
  const after = await read()
  expect([after.state, after.exportFile === exportFile]).toEqual(['REMOVED', false])
  expect((await others()).rows).toEqual(before)
  const left = await desk.server.db.owner.query('select 1 from sys_tenant where id = $1', [madeId])
  expect(left.rows).toEqual([])
  // The company may come back.
  expect(await desk.make(agent, tenantApplication.header, application())).toEqual(expect.any(String))
  // Word that comes late finds nobody, and the meter asks for him no more.
  await desk.meter()
  expect((await read()).state).toBe('REMOVED')
  expect(await desk.faults()).toEqual([])
})

test('who takes the removal back in time keeps the data, whatever of it is still to be tried again', async () => {
  const trial = await desk.server.db.owner.query(`select id from saas_quota_package where code = 'TRY'`)
  const agent = await desk.agentUser('A1')
  const id = await desk.make(agent, tenantApplication.header, application({ licenceNo: 'KEPT' }))
  const step = (name: string, input?: object, reason?: string) =>
    desk.step(desk.operator, tenantApplication, id, name, input, reason)
  const read = () => desk.read(desk.operator, tenantApplication.header, id)
  expect(await desk.step(agent, tenantApplication, id, 'submit')).toBeUndefined()
  expect(await step('approve', { tenantCode: 'kept1', packageId: trial.rows[0].id, trialDays: 15 })).toBeUndefined()
  await desk.server.relay.drain()
  expect(await step('suspend', undefined, '欠费')).toBeUndefined()
  expect(await step('end', undefined, '不再续约')).toBeUndefined()
  expect(await step('exportAll')).toBeUndefined()
  await desk.server.relay.drain()
  expect(await step('askRemoval', undefined, '客户要求')).toBeUndefined()

  // The disk is away: what was confirmed waits to be tried again.
  renameSync(folder, `${folder}.away`)
  writeFileSync(folder, '')
  expect(await desk.step(await desk.secondOperator(), tenantApplication, id, 'removeAll')).toBeUndefined()
  await desk.server.relay.drain()
  expect(await step('keepData')).toBeUndefined()
  // Asked for anew, it is not confirmed.
  desk.at = new Date(desk.at.getTime() + 60_000)
  expect(await step('askRemoval', undefined, '再次要求')).toBeUndefined()
  rmSync(folder)
  renameSync(`${folder}.away`, folder)
  desk.at = new Date(desk.at.getTime() + 3_600_000)
  await desk.server.relay.drain()
  await desk.again()
  expect((await read()).state).toBe('ENDED')
  expect((await desk.server.db.owner.query(`select 1 from sys_tenant where code = 'kept1'`)).rows).toHaveLength(1)

  expect(await desk.step(await desk.secondOperator(), tenantApplication, id, 'removeAll')).toBeUndefined()
  await desk.server.relay.drain()
  expect((await read()).state).toBe('REMOVED')
})
