/** `npm run db:backup -- file`, `db:restore -- file`, `db:move`: the whole database into a file, from one, or into PostgreSQL. */
import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { tables } from '@lading/contract/tables.ts'
import { type Config, keepSecret, readConfig } from '@lading/server/config.ts'
import { type Org, systemOrg } from '@lading/server/kernel/ctx.ts'
import type { Database } from '@lading/server/kernel/database.ts'
import { Unusable } from '@lading/server/kernel/migrate.ts'
import { explain } from '@lading/server/main.ts'
import { dump, restore, type Sums } from '@lading/server/platform/backup/archive.ts'
import { linesIn, linesOf, writeLines, writerTo } from '@lading/server/platform/backup/lines.ts'
import { inTenant } from '@lading/server/platform/job/run.ts'
import { learnUnknown } from '@lading/server/platform/job/statistics.ts'
import { createLog, createServer, prepareDatabase } from '@lading/server/server.ts'
import { reconcile } from '@lading/server/wms/stock/reconcile.ts'
import sql from 'sql-template-tag'
import { withDatabase } from './withDatabase.ts'

const total = (sums: Sums): string => {
  const all = Object.values(sums)
  return `${all.reduce((n, { rows }) => n + rows, 0)} rows in ${all.length} tables`
}

const writeBackup = (db: Database, file: string): Promise<Sums> => writeLines(file, (put) => dump(db, tables, put))
const readBackup = (db: Database, file: string): Promise<Sums> => restore(db, tables, linesIn(file))

async function move(from: Database, to: Database): Promise<Sums> {
  const pipe = new PassThrough()
  const sent = dump(from, tables, writerTo(pipe)).then(
    () => pipe.end(),
    (error: Error) => pipe.destroy(error),
  )
  try {
    return await restore(to, tables, linesOf(pipe))
  } finally {
    pipe.destroy()
    await sent
  }
}

/** Whether the stock of every centre adds up in the database that was filled. */
async function demandInvariants(db: Database, config: Config): Promise<void> {
  const server = await createServer({ db, log: createLog('error'), config })
  try {
    for (const tenantId of await server.tenants.all()) {
      const centres = await inTenant(server.kernel, tenantId, systemOrg, (ctx) =>
        ctx.tx.query<Org & object>(sql`
          select id, code, type, time_zone from sys_org where tenant_id = ${tenantId} and type = 'DC'`),
      )
      for (const org of centres) {
        const hits = await inTenant(server.kernel, tenantId, org, reconcile)
        if (hits.length > 0) throw new Unusable(`the stock of ${org.code} does not add up: ${JSON.stringify(hits[0])}`)
      }
    }
  } finally {
    await server.close()
  }
}

async function fill(config: Config, work: (db: Database) => Promise<Sums>): Promise<Sums> {
  keepSecret(config, process.env)
  return withDatabase(config, async (db) => {
    await prepareDatabase(db, config.secret)
    const sums = await work(db)
    await demandInvariants(db, config)
    // The server that looked may have planned work of its own meanwhile.
    await learnUnknown(db)
    return sums
  })
}

async function run([command, file]: readonly string[]): Promise<string> {
  const config = readConfig(process.env)
  if (command === 'backup' && file) {
    if (existsSync(file)) throw new Unusable(`${file} exists already: name another file`)
    return `${total(await withDatabase(config, (db) => writeBackup(db, file)))} written to ${file}`
  }
  if (command === 'restore' && file) {
    if (!existsSync(file)) throw new Unusable(`there is no file ${file}`)
    return `${total(await fill(config, (db) => readBackup(db, file)))} restored from ${file}`
  }
  if (command === 'move') {
    if (config.databaseUrl === undefined) throw new Unusable('DATABASE_URL must name the PostgreSQL to move to')
    const { databaseUrl: _, ...embedded } = config
    const from = { ...embedded, databaseUrl: undefined }
    if (!existsSync(`${from.dataDir}/pglite`)) throw new Unusable(`there is no embedded database in ${from.dataDir}`)
    const sums = await withDatabase(from, async (source) => {
      await prepareDatabase(source, config.secret)
      return fill(config, (target) => move(source, target))
    })
    return `${total(sums)} moved; the embedded database in ${from.dataDir} is as it was`
  }
  throw new Unusable('usage: npm run db:backup -- <file> | npm run db:restore -- <file> | npm run db:move')
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
