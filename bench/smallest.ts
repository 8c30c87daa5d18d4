import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPath } from '../tools/apt.ts'
import { asSuperuser, createDatabase } from '../tools/testDatabase.ts'
import { findPostgres } from '../tools/testPostgres.ts'

const balances = 10_000
const seconds = 5

const tables = `
  create table balance (tenant_id bigint not null, id bigint not null, qty numeric(18,3) not null, primary key (tenant_id, id));
  create table ledger (tenant_id bigint not null, id bigserial, balance_id bigint not null, delta numeric(18,3) not null, primary key (tenant_id, id));
  insert into balance select 1, n, 1000000 from generate_series(1, ${balances}) n;
  analyze`
/** What no transaction that moves goods can do without: lock a balance, change it, write down what was moved. */
const script = `\\set at random(1, ${balances})
begin;
select qty from balance where tenant_id = 1 and id = :at for update;
update balance set qty = qty - 1 where tenant_id = 1 and id = :at;
insert into ledger (tenant_id, balance_id, delta) values (1, :at, -1);
commit;
`

/** How many of the smallest honest transaction a second this machine does, by pgbench; undefined where that is missing. */
export async function benchSmallest(url: string, clients: number): Promise<number | undefined> {
  const found = findPostgres()
  const beside = 'bin' in found ? join(found.bin, 'pgbench') : ''
  const pgbench = existsSync(beside) ? beside : onPath('pgbench')
  if (pgbench === undefined) return undefined
  const made = await createDatabase(url)
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-'))
  try {
    await asSuperuser(made.url, async (client) => {
      await client.query(tables)
    })
    const file = join(folder, 'smallest.sql')
    writeFileSync(file, script)
    const { stdout, stderr } = spawnSync(
      pgbench,
      ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file, made.url],
      { encoding: 'utf8' },
    )
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (rate === undefined) throw new Error(`pgbench says nothing: ${stderr.slice(-500)}`)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await made.drop()
  }
}
