/** `npm run audit:verify`: whether the audit log of every tenant still is what was sealed; ends with 1 where one is not. */
import { readConfig } from '@lading/server/config.ts'
import { systemOrg } from '@lading/server/kernel/ctx.ts'
import { asOwner, type Database } from '@lading/server/kernel/database.ts'
import { explain } from '@lading/server/main.ts'
import { inTenant } from '@lading/server/platform/job/run.ts'
import { createLog, createServer } from '@lading/server/server.ts'
import { verifyChain } from '@lading/server/sys/audit/chain.ts'
import sql from 'sql-template-tag'
import { withDatabase } from './withDatabase.ts'

interface Verified {
  readonly tenant: string
  readonly ok: boolean
  /** One line for who asked. */
  readonly said: string
}

/** Follows the chain of each tenant, closed ones included. */
export async function verifyAll(db: Database, secret: string): Promise<readonly Verified[]> {
  const server = await createServer({
    db,
    log: createLog('error'),
    config: { secret, trustProxy: false, tls: undefined },
  })
  try {
    const tenants = await asOwner(db, (tx) =>
      tx.query<{ id: string; code: string }>(sql`select id, code from sys_tenant order by code`),
    )
    const told: Verified[] = []
    for (const { id, code } of tenants) {
      const { ok, rows, unsealed, firstBadId, head } = await verifyChain((work) =>
        inTenant(server.kernel, id, systemOrg, work),
      )
      const said = ok
        ? `${code}: ${rows} entries are as they were sealed, ${unsealed} not sealed yet; head ${head}`
        : `${code}: NOT as it was sealed, from entry ${firstBadId} on`
      told.push({ tenant: code, ok, said })
    }
    return told
  } finally {
    await server.close()
  }
}

if (import.meta.main)
  try {
    const config = readConfig(process.env)
    const told = await withDatabase(config, (db) => verifyAll(db, config.secret))
    for (const { said } of told) console.log(said)
    if (told.some(({ ok }) => !ok)) process.exitCode = 1
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
