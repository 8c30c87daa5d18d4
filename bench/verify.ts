import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { transaction } from '../server/kernel/database.ts'
import { sha256 } from '../server/kernel/http/input.ts'
import type { Proof } from '../server/kernel/http/serve.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { identify } from '../server/sys/session/identify.ts'
import { createSignatures } from '../server/sys/session/signature.ts'
import { testSecret } from '../server/testing/database.ts'
import { openTestServer } from '../server/testing/server.ts'
import { makeWorld } from '../server/testing/world.ts'
import type { BackEnd } from './databases.ts'

export interface VerifyResult {
  readonly calls: number
  /** Processor time of this process, in milliseconds. */
  readonly callMs: number
  readonly verifyMs: number
}

const calls = 300
/** Processor time of this process alone: the database is another. */
async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** How much of a list call is spent on knowing whose it is: the session's row, its rights and the signature. */
export async function benchVerify(backEnd: BackEnd): Promise<VerifyResult> {
  const server = await openTestServer({ db: await backEnd.open() })
  try {
    await makeWorld(server)
    await refreshStatistics(server.db, 0)
    const client = await server.as('admin', 'DC01')
    const url = crudCalls(product).query?.path ?? ''
    const body = JSON.stringify({ pageSize: 20 })
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
    await list(signed())
    await verify(signed())
    const [toList, toVerify] = [signed(), signed()]
    return {
      calls,
      callMs: (await cpuMs(() => list(toList))) / calls,
      verifyMs: (await cpuMs(() => verify(toVerify))) / calls,
    }
  } finally {
    await server.close()
  }
}
