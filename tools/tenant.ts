/** `npm run tenant:backup -- code file`, `tenant:restore -- file [code]`, `tenant:remove -- code file`: one tenant into a file, back, and away. */
import { existsSync } from 'node:fs'
import { keepSecret, readConfig } from '@lading/server/config.ts'
import { Unusable } from '@lading/server/kernel/migrate.ts'
import { explain } from '@lading/server/main.ts'
import type { Manifest } from '@lading/server/platform/backup/tenantFile.ts'
import { createLog, createServer, prepareDatabase } from '@lading/server/server.ts'
import { backUpTenant, bringBackTenant, takeAwayTenant } from '@lading/server/tenantBackup.ts'
import { withDatabase } from './withDatabase.ts'

const total = ({ tables }: Manifest): string => {
  const all = Object.values(tables)
  return `${all.reduce((n, { rows }) => n + rows, 0)} rows in ${all.length} tables`
}

async function run([command, first, second]: readonly string[]): Promise<string> {
  const config = readConfig(process.env)
  const { secret } = config
  if (command === 'backup' && first && second) {
    if (existsSync(second)) throw new Unusable(`${second} exists already: name another file`)
    const made = await withDatabase(config, (db) =>
      backUpTenant(db, { code: first, file: second, secret, now: new Date() }),
    )
    return `${total(made)} of ${made.tenant.code} written to ${second}`
  }
  if (command === 'restore' && first) {
    if (!existsSync(first)) throw new Unusable(`there is no file ${first}`)
    keepSecret(config, process.env)
    const made = await withDatabase(config, async (db) => {
      await prepareDatabase(db, secret)
      const server = await createServer({ db, log: createLog('error'), config })
      try {
        return await bringBackTenant(db, server.kernel, {
          ...{ file: first, secret, code: second },
          from: process.env.LADING_BACKUP_SECRET,
        })
      } finally {
        await server.close()
      }
    })
    return `${total(made)} of ${made.tenant.code} restored${second === undefined ? '' : ` as ${second}`} from ${first}`
  }
  if (command === 'remove' && first && second) {
    if (!existsSync(second)) throw new Unusable(`there is no file ${second}: nothing is removed without a backup`)
    const gone = await withDatabase(config, (db) => takeAwayTenant(db, { code: first, file: second }))
    return `${total(gone)} of ${first} removed; they are in ${second}`
  }
  throw new Unusable(
    'usage: npm run tenant:backup -- <code> <file> | npm run tenant:restore -- <file> [code] | npm run tenant:remove -- <code> <file>',
  )
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
