import { createHash, createHmac, randomUUID } from 'node:crypto'
import { openUsage } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls as calls } from '@lading/contract/sys/openCalls.ts'
import { openHeaders, openSignedText } from '@lading/contract/sys/openSignature.ts'
import { insert } from '../../kernel/insert.ts'
import { type DemoServer, hashNumber, orgIdOf, type Site } from '../../platform/demo/site.ts'
import { daySlot } from '../openAccount/admit.ts'

const dayMs = 86_400_000
const historyDays = 13
const list = '{"pageSize":5}'
/** What the shop's system has asked this morning; the last of it is none of its business. */
const morning = ['/wms/api/owner/query', '/wms/api/operateBill/query', '/wms/api/store/query']

/** The demo company's shop system, which calls by an account of its own: the last two weeks, and some calls today. */
export async function seedOpenAccount({ server, org, run, ask }: Site): Promise<void> {
  const input = {
    name: '电商ERP',
    orgIds: [org.id, await run((ctx) => orgIdOf(ctx, 'DC01'))],
    scopes: ['basic.owner', 'basic.product', 'bill.operate'].map((module) => `wms:${module}:view`),
    contact: '信息部',
  }
  // What the call declares that it answers.
  const made = (await ask(calls.create.path, input)) as { id: string; appKey: string; secret: string }
  await run(async (ctx) => {
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

async function callAs(
  { app, kernel }: DemoServer,
  { appKey, secret }: { appKey: string; secret: string },
  url: string,
) {
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
