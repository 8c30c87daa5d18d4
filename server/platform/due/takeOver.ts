import { setTimeout as sleep } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import { transaction } from '../../kernel/database.ts'
import { slotInSql } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { Tx } from '../../kernel/tx.ts'

/** A process whose connection broke has its slot again after a second. */
const apartMs = 2_000
/** The queue is of no tenant. */
const nobody = '0'

/**
 * What processes had that are gone is due at once, where one starts: otherwise it waits until their silence is long enough.
 * Each claim tells by its slot who made it. They are looked at twice, so that nobody is taken for dead who only lost a line.
 * @param begun an id that this process made before it took anything: an older claim of its own slot was its forerunner's
 * @param alive the slots of the other processes
 */
export async function takeOver(
  kernel: Kernel,
  begun: string,
  alive: () => Promise<readonly number[]>,
  waitMs = apartMs,
): Promise<void> {
  const look = async <T>(work: (tx: Tx, dead: ReturnType<typeof ofDead>) => Promise<T>): Promise<T> => {
    const dead = ofDead(begun, await alive())
    return transaction(kernel.db, nobody, (tx) => work(tx, dead))
  }
  const found = await look((tx, dead) => tx.query<{ claim: string }>(sql`select claim from sys_due where ${dead}`))
  if (found.length === 0) return
  await sleep(waitMs, undefined, { ref: false })
  await look((tx, dead) =>
    tx.run(sql`
      update sys_due set claim = null, due_at = least(due_at, ${kernel.now()})
      where claim = any(${found.map((one) => one.claim)}::bigint[]) and ${dead}`),
  )
}

const ofDead = (begun: string, alive: readonly number[]) =>
  sql`claim < ${begun}::bigint and not (${raw(slotInSql('claim'))} = any(${alive}::integer[]))`
