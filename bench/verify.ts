import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { transaction } from '../server/kernel/database.ts'
import { sha256 } from '../server/kernel/http/input.ts'
import type { Proof } from '../server/kernel/http/serve.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { identify } from '../server/sys/session/identify.ts'
import { createSignatures } from '../server/sys/session/signature.ts'
import { testSecret } from '../server/testing/database.ts'
import { openTestServer, type TestServer } from '../server/testing/server.ts'
import type { BackEnd } from './databases.ts'

export interface VerifyResult {
  readonly calls: number
  /** Processor time of this process, in milliseconds. */
  readonly callMs: number
  readonly verifyMs: number
}

const calls = 300
const rounds = 5
const pageSize = 20
/** Processor time of this process alone: the database is another. */
async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Fills more than a page of the list. Goods of a warehouse have a pack and a barcode each. */
async function makeProducts(server: TestServer): Promise<void> {
  const group = await server.as('admin', 'G')
  for (let i = 0; i < 3 * pageSize; i++)
    await group.call(crudCalls(product).create, {
      code: `P${i}`,
      name: `商品名称 ${i} 500克`,
      baseUnit: '袋',
      weightKg: '0.5',
      barcodes: [{ code: String(2_000_000 + i) }],
      qpcs: [{ qpc: '12', name: '1*12', caseUnit: '箱', isDefault: true }],
    })
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** How much of a list call is spent on knowing whose it is: the session's row, its rights and the signature. */
export async function benchVerify(backEnd: BackEnd): Promise<VerifyResult> {
  const server = await openTestServer({ db: await backEnd.open() })
  try {
    await makeProducts(server)
    await refreshStatistics(server.db, 0)
    const client = await server.as('admin', 'DC01')
    const url = crudCalls(product).query?.path ?? ''
    const body = JSON.stringify({ pageSize })
    const method = 'POST' as const
    const signed = () => Array.from({ length: calls }, () => client.sign({ method, url, body }))
    const list = async (all: readonly Record<string, string>[]) => {
      for (const headers of all) {
        const answer = await server.app.inject({
          method,
          url,
          headers: { ...headers, 'content-type': 'application/json' },
          payload: body,
        })
        if (answer.statusCode !== 200) throw new Error(answer.body)
      }
    }
    const full = await client.call<{ records: unknown[] }>(crudCalls(product).query, { pageSize })
    if (full.records.length !== pageSize) throw new Error('there are too few products')
    const signatures = createSignatures(testSecret, () => new Date())
    const verify = (all: readonly Record<string, string>[]) =>
      transaction(
        server.db,
        server.one.tenantId,
        async (tx) => {
          for (const headers of all) {
            const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
            const proof: Proof = {
              method,
              url,
              bodyHash: sha256(body),
              key: undefined,
              isSecure: false,
              header: (name) => lower.get(name.toLowerCase()),
            }
            await identify(tx, server.one.tenantId, client.token, new Date(), { by: signatures, proof })
          }
        },
        { read: true },
      )
    const [listed, verified]: [number[], number[]] = [[], []]
    // The first round warms both up.
    for (let round = 0; round <= rounds; round++) {
      const [toList, toVerify] = [signed(), signed()]
      listed[round] = (await cpuMs(() => list(toList))) / calls
      verified[round] = (await cpuMs(() => verify(toVerify))) / calls
    }
    return { calls: rounds * calls, callMs: median(listed.slice(1)), verifyMs: median(verified.slice(1)) }
  } finally {
    await server.close()
  }
}
