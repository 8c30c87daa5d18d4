import { tables } from '@lading/contract/tables.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { openPostgres } from '@lading/server/kernel/database.ts'
import { migrate } from '@lading/server/kernel/migrate.ts'
import { dump, restore } from '@lading/server/platform/backup/archive.ts'
import { inTenant } from '@lading/server/platform/job/run.ts'
import { createLog, createServer } from '@lading/server/server.ts'
import { emptyPostgres, testSecret } from '@lading/server/testing/database.ts'
import { reconcile } from '@lading/server/wms/stock/reconcile.ts'
import { openPickDesk, type PickDesk } from '@lading/server/wms/testing/pickDesk.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** PostgreSQL alone: the embedded database serves one process, whose backup waits for its work. */
const onPostgres = process.env.LADING_TEST_DB === 'postgres'
const [workers, picksEach] = [3, 18]
let desk: PickDesk
beforeAll(async () => {
  if (!onPostgres) return
  desk = await openPickDesk()
  for (const product of ['A', 'B']) await desk.put('P-01', product, '1000')
})
afterAll(() => desk?.server.close())

/** Picks one order after the other, each into a tote of its own. */
async function pickAll(worker: number): Promise<void> {
  for (let n = 1; n <= picksEach; n++) {
    const { lines } = await desk.pick({ A: '7', B: '3' })
    for (const { id, planQty } of lines)
      await desk.clerk.call(work.confirmLine, {
        taskLineId: id,
        qty: planQty,
        toContainer: `T${worker * picksEach + n}`,
      } as never)
  }
}

interface Backup {
  readonly lines: readonly string[]
  readonly postings: number
}
async function backUp(): Promise<Backup> {
  const lines: string[] = []
  const sums = await dump(desk.server.db, tables, async (line) => void lines.push(line))
  return { lines, postings: sums.wms_ledger?.rows ?? 0 }
}

/** Until something has been moved since: a backup that begins then is in the midst of the work, however slow the machine is. */
async function moreMoved({ postings }: Backup): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await desk.server.db.owner.query<{ n: string }>('select count(*) as n from wms_ledger')
    if (Number(rows[0]?.n) > postings) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** What breaks the rules of the book, in a database that has nothing but the backup. */
async function restored({ lines }: Backup): Promise<{ found: readonly unknown[]; postings: number }> {
  const { url, drop } = await emptyPostgres()
  const db = openPostgres({ url, secret: testSecret })
  try {
    await migrate(db, testSecret)
    const sums = await restore(
      db,
      tables,
      (async function* () {
        yield* lines
      })(),
    )
    const server = await createServer({
      db,
      log: createLog('error'),
      config: { secret: testSecret, trustProxy: false, tls: undefined },
    })
    const { one } = desk.server
    const org = one.orgs.get('DC01')
    if (!org) throw new Error('there is no centre')
    const found = await inTenant(server.kernel, one.tenantId, org, reconcile)
    await server.close()
    return { found, postings: sums.wms_ledger?.rows ?? 0 }
  } finally {
    await db.close()
    await drop()
  }
}

test.runIf(onPostgres)(
  'T19 a backup that is taken while people work is of one moment, at which every rule held',
  async () => {
    const before = await backUp()
    let isOver = false
    const done = Promise.all(Array.from({ length: workers }, (_, i) => pickAll(i))).finally(() => {
      isOver = true
    })
    const backups: Backup[] = []
    while (!isOver) {
      await moreMoved(before)
      backups.push(await backUp())
    }
    await done
    await desk.sound()
    const after = await backUp()
    // Taken in the midst of it: something had been moved, and not all.
    const amid = backups.filter((b) => b.postings > before.postings && b.postings < after.postings)
    expect(amid.length).toBeGreaterThan(0)
    for (const one of [amid[0], amid.at(-1)]) {
      if (!one) continue
      expect(await restored(one)).toEqual({ found: [], postings: one.postings })
    }
  },
)
