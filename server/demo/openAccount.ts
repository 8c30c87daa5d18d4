import { createHash, createHmac, randomUUID } from 'node:crypto'
import { openUsage } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls as calls } from '@lading/contract/sys/openCalls.ts'
import { openHeaders, openSignedText } from '@lading/contract/sys/openSignature.ts'
import { systemIdentity, systemOrigin } from '../kernel/ctx.ts'
import { askServed, type OutsideRequest } from '../kernel/http/serve.ts'
import { insert } from '../kernel/insert.ts'
import { perform } from '../kernel/perform.ts'
import type { Server } from '../server.ts'
import { daySlot } from '../sys/openAccount/admit.ts'
import { hashNumber, inTenant, type MadeTenant } from './tenant.ts'

const dayMs = 86_400_000
const historyDays = 13
const list = '{"pageSize":5}'
/** What the shop's system has asked this morning; the last of it is none of its business. */
const morning = ['/wms/api/owner/query', '/wms/api/operateBill/query', '/wms/api/store/query']

/** The demo company's shop system, which calls by an account of its own: the last two weeks, and some calls today. */
export async function seedOpenAccount(server: Server, demo: MadeTenant): Promise<void> {
  const { kernel } = server
  const group = demo.orgs.get('LADING')
  const create = server.served.find(({ call }) => call.path === calls.create.path)
  if (!group || create?.kind !== 'outside') return
  const origin = systemOrigin(randomUUID())
  const admin = { ...systemIdentity(demo.tenantId, group), userId: demo.users.get('admin') ?? null, username: 'admin' }
  const request: Pick<OutsideRequest, 'origin' | 'perform'> = {
    origin,
    perform: (work, o) => perform(kernel, demo.tenantId, origin, admin, work, o),
  }
  const input = {
    name: '电商ERP',
    orgIds: [group.id, demo.orgs.get('DC01')?.id],
    scopes: ['basic.owner', 'basic.product', 'bill.operate'].map((module) => `wms:${module}:view`),
    contact: '信息部',
  }
  // What the call declares that it answers.
  const made = (await askServed(create, request as OutsideRequest, input)) as {
    id: string
    appKey: string
    secret: string
  }
  await inTenant(kernel, demo.tenantId, group, async (ctx) => {
    const days = Array.from({ length: historyDays }, (_, i) => daySlot(new Date(ctx.now().getTime() - (i + 1) * dayMs)))
    const rows = days.map((slot, i) => ({
      accountId: made.id,
      slot,
      calls: 300 + (hashNumber(`calls ${i}`) % 420),
      refused: hashNumber(`refused ${i}`) % 7,
    }))
    await insert(ctx, openUsage, rows)
  })
  for (const url of morning) await callAs(server, made, url)
}

async function callAs({ app, kernel }: Server, { appKey, secret }: { appKey: string; secret: string }, url: string) {
  const [time, nonce] = [String(kernel.now().getTime()), randomUUID()]
  const bodyHash = createHash('sha256').update(list).digest('hex')
  const text = openSignedText({ method: 'POST', url, time, nonce, bodyHash })
  await app.inject({
    method: 'POST',
    url,
    payload: list,
    headers: {
      'content-type': 'application/json',
      [openHeaders.key]: appKey,
      [openHeaders.time]: time,
      [openHeaders.nonce]: nonce,
      [openHeaders.body]: bodyHash,
      [openHeaders.sign]: createHmac('sha256', secret).update(text).digest('base64'),
    },
  })
}
