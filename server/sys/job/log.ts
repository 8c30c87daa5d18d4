import sql from 'sql-template-tag'
import { wallTime } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'

/** Lines that one answer holds. */
const linesMax = 500
const open = ['WAITING', 'RUNNING']

/** What a run has said behind a line, by the clocks of the working organisation, and whether that is all there will be. */
export async function readRunLog(ctx: Ctx, status: string, { id, offset }: { id: string; offset: string }) {
  const lines = await ctx.tx.query<{ id: string; createdAt: Date; text: string }>(sql`
    select id, created_at, text from sys_job_line
    where tenant_id = ${ctx.tenantId} and run_id = ${id} and id > ${offset} order by id limit ${linesMax}`)
  const text = lines.map((line) => `${wallTime(ctx.org.timeZone, line.createdAt)} ${line.text}\n`).join('')
  return { text, nextOffset: lines.at(-1)?.id ?? offset, done: lines.length < linesMax && !open.includes(status) }
}
