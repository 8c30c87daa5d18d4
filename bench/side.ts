import type { Call } from '@lading/contract/kernel/call.ts'
import type { Client, TestServer } from '../server/testing/server.ts'
import type { CallWork } from './calls.ts'
import { cpuNow } from './cpu.ts'
import { asInstalled, type BackEnd } from './databases.ts'

/** One of two trees that are measured in turn: its own server, in a process of its own, that is told what to do. */
export interface SideOrder {
  /** Folder of the tree, as an address. */
  readonly root: string
  readonly backEnd: 'postgres' | 'pglite'
  readonly work: 'pick' | 'receipt' | 'list'
  /** How many orders are prepared. */
  readonly orders: number
}
/** What a side says when it can be called. */
export interface SideReady {
  readonly port: number
  readonly token: string
  readonly signKey: string
  readonly path: string
  readonly lists: readonly (readonly string[])[]
}
/** Lists of products, as many as a page holds and more. */
async function prepareLists(
  server: TestServer,
  calls: Record<string, Call>,
): Promise<{ client: Client; lists: string[][] }> {
  const group = await server.as('admin', 'G')
  for (let i = 0; i < 60; i++)
    await group.call(calls.create, {
      code: `P${i}`,
      name: `商品名称 ${i} 500克`,
      baseUnit: '袋',
      weightKg: '0.5',
      barcodes: [{ code: String(2_000_000 + i) }],
      qpcs: [{ qpc: '12', name: '1*12', caseUnit: '箱', isDefault: true }],
    })
  const client = await server.as('admin', 'DC01')
  return { client, lists: Array.from({ length: 16 }, () => Array.from({ length: 400 }, () => '{"pageSize":20}')) }
}

/** Older trees also take a share between title and size. */
const made = (work: unknown, size: object): CallWork =>
  (work as { length: number }).length === 3
    ? (work as (title: string, share: number, size: object) => CallWork)('', 0, size)
    : (work as (title: string, size: object) => CallWork)('', size)

async function serve({ root, backEnd, work, orders }: SideOrder): Promise<void> {
  const at = <M>(path: string): Promise<M> => import(new URL(path, root).href) as Promise<M>
  const { startTestPostgres } = await at<typeof import('../tools/testPostgres.ts')>('tools/testPostgres.ts')
  const { postgresBackEnd, pgliteBackEnd } = await at<typeof import('./databases.ts')>('bench/databases.ts')
  const { openTestServer } = await at<typeof import('../server/testing/server.ts')>('server/testing/server.ts')
  const { refreshStatistics } = await at<typeof import('../server/platform/job/statistics.ts')>(
    'server/platform/job/statistics.ts',
  )
  const { pickWork } = await at<typeof import('./picks.ts')>('bench/picks.ts')
  const { receiveWork } = await at<typeof import('./receipts.ts')>('bench/receipts.ts')
  const { crudCalls } = await at<typeof import('@lading/contract/kernel/crud.ts')>('contract/kernel/crud.ts')
  const { product } = await at<typeof import('@lading/contract/mdm/product.ts')>('contract/mdm/product.ts')
  const postgres = backEnd === 'postgres' ? await startTestPostgres(asInstalled) : undefined
  const opened: BackEnd = postgres ? postgresBackEnd(postgres.url) : pgliteBackEnd
  const db = await opened.open()
  const server = await openTestServer({ db })
  const products = crudCalls(product) as Record<string, Call>
  const call: Pick<CallWork, 'path' | 'prepare'> =
    work === 'list'
      ? { path: products.query?.path ?? '', prepare: (s) => prepareLists(s, products) }
      : work === 'pick'
        ? made(pickWork, { products: 40, orders, lines: 16 })
        : made(receiveWork, { orders, lines: 16 })
  const { client, lists } = await call.prepare(server)
  await refreshStatistics(db, 0)
  server.jobs.start()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { token, signKey } = client
  process.on('message', async (word: 'cpu' | 'end') => {
    if (word === 'cpu') {
      process.send?.(cpuNow())
      return
    }
    await server.close()
    await postgres?.stop()
    process.exit(0)
  })
  process.send?.({ port, token, signKey, path: call.path, lists } satisfies SideReady)
}

await serve(JSON.parse(process.argv[2] ?? '{}') as SideOrder)
