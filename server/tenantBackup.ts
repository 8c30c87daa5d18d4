import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { options } from '@lading/contract/options.ts'
import { tenantBackup } from '@lading/contract/sys/tenantBackup.ts'
import { tables } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { outwardTopics } from './areas.ts'
import { writeAudit } from './kernel/audit.ts'
import { type Ctx, type Org, systemIdentity, systemOrg, systemOrigin } from './kernel/ctx.ts'
import { asOwner, type Database, snapshot } from './kernel/database.ts'
import { Unusable } from './kernel/migrate.ts'
import type { Kernel } from './kernel/perform.ts'
import type { Tx } from './kernel/tx.ts'
import { demandHead, linesIn, writeLines } from './platform/backup/lines.ts'
import { dumpTenant, type Manifest } from './platform/backup/tenantFile.ts'
import { removeTenant } from './platform/backup/tenantRemove.ts'
import { restoreTenant } from './platform/backup/tenantRestore.ts'
import type { Leaving } from './saas/tenant/leaving.ts'
import { verifyChain } from './sys/audit/chain.ts'
import { keyMark } from './sys/backup/key.ts'
import { reseal } from './sys/backup/reseal.ts'
import { settle } from './sys/backup/settle.ts'
import { ourMigrations } from './sys/backup/tasks.ts'
import { reconcile } from './wms/stock/reconcile.ts'

/** Writes everything of one tenant, as it is at this moment, into a file. @throws Unusable where there is no such tenant */
export async function backUpTenant(
  db: Database,
  o: { code: string; file: string; secret: string; now: Date },
): Promise<Manifest> {
  const tenants = await asOwner(db, (tx) =>
    tx.query<{ id: string }>(sql`select id from sys_tenant where code = ${o.code}`),
  )
  const tenantId = tenants[0]?.id
  if (tenantId === undefined) throw new Unusable(`there is no tenant ${o.code}`)
  return snapshot(db, tenantId, (client) =>
    writeLines(o.file, (put) =>
      dumpTenant(client, {
        ...{ tenantId, tables, put },
        migrations: ourMigrations(),
        key: keyMark(o.secret),
        takenAt: o.now,
      }),
    ),
  )
}

export interface BringBack {
  readonly file: string
  /** This installation's secret, and that of the one that made the file, where that is another. */
  readonly secret: string
  readonly from?: string | undefined
  /** Another code than the tenant had. */
  readonly code?: string | undefined
}

/**
 * Restores a tenant beside whoever else is there. What was sealed is sealed anew where the secret is another; the stock of
 * each centre has to add up, and the audit log to be what was sealed; else nothing of it is kept.
 * @throws Unusable with the reason in words
 */
export async function bringBackTenant(db: Database, kernel: Kernel, o: BringBack): Promise<Manifest> {
  await demandHead(o.file)
  return restoreTenant(db, {
    tables,
    lines: () => linesIn(o.file),
    code: o.code,
    settle: async (tx, manifest) => {
      const { id: tenantId, code } = manifest.tenant
      if (manifest.key !== keyMark(o.secret)) await openWith(tx, manifest, o)
      await settle({
        ...{ tx, tenantId, outward: outwardTopics },
        now: kernel.now(),
        newId: kernel.newId,
        isCopy: o.code !== undefined && o.code !== code,
      })
      await demandSound(ctxOf(kernel, tx, tenantId))
      await note(ctxOf(kernel, tx, tenantId), manifest)
    },
  })
}

/** Where the channel leaves what it exports of tenants: `<data folder>/tenants/<code>-<time>.lading`, for its owner only. */
export const leavingTo = (kernel: Kernel, o: { dataDir: string; secret: string }): Leaving => ({
  backUp: async (code) => {
    const name = join(
      'tenants',
      `${code}-${kernel.now().toISOString().replace(/\D/g, '').slice(0, 14)}-${kernel.newId()}.lading`,
    )
    await mkdir(join(o.dataDir, 'tenants'), { recursive: true, mode: 0o700 })
    await backUpTenant(kernel.db, { code, file: join(o.dataDir, name), secret: o.secret, now: kernel.now() })
    return name
  },
  takeAway: async (code, file) => void (await takeAwayTenant(kernel.db, { code, file: join(o.dataDir, file) })),
})

/** Takes a tenant away of which `file` is a whole backup. @throws Unusable with the reason in words */
export async function takeAwayTenant(db: Database, o: { code: string; file: string }): Promise<Manifest> {
  await demandHead(o.file)
  return removeTenant(db, { tables, code: o.code, lines: () => linesIn(o.file) })
}

async function openWith(tx: Tx, manifest: Manifest, o: BringBack): Promise<void> {
  if (o.from === undefined || manifest.key !== keyMark(o.from))
    throw new Unusable(
      'the backup was made under another LADING_SECRET: name that one in LADING_BACKUP_SECRET, so that what it sealed is sealed anew',
    )
  await reseal(tx, manifest.tenant.id, { from: o.from, to: o.secret }, options)
}

const unnumbered = (): never => {
  throw new Error('a restore numbers nothing')
}
/** The product at work within the owner's transaction. */
const ctxOf = (kernel: Kernel, tx: Tx, tenantId: string, org: Org = systemOrg): Ctx => ({
  ...systemIdentity(tenantId, org),
  ...systemOrigin(kernel.newId()),
  tx,
  now: kernel.now,
  newId: kernel.newId,
  random: kernel.random,
  number: unnumbered,
  numbers: unnumbered,
  audit: () => undefined,
  note: unnumbered,
  emit: () => undefined,
  tell: () => undefined,
})

async function demandSound(ctx: Ctx): Promise<void> {
  const centres = await ctx.tx.query<Org & object>(sql`
    select id, code, type, time_zone from sys_org where tenant_id = ${ctx.tenantId} and type = 'DC' order by id`)
  for (const org of centres) {
    const [hit] = await reconcile({ ...ctx, org })
    if (hit) throw new Unusable(`the stock of ${org.code} does not add up: ${JSON.stringify(hit)}`)
  }
  const chain = await verifyChain((work) => work(ctx))
  if (!chain.ok) throw new Unusable(`the audit log is not what was sealed, from entry ${chain.firstBadId} on`)
}

const note = (ctx: Ctx, { tenant, takenAt }: Manifest): Promise<void> =>
  writeAudit(ctx, [
    {
      id: ctx.newId(),
      subject: tenantBackup.key,
      subjectId: null,
      subjectNo: tenant.code,
      action: 'restore',
      after: { takenAt },
    },
  ])
