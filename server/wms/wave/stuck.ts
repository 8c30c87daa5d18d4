import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName, say, type Text } from '@lading/contract/kernel/text.ts'
import { monitorFaults, type StuckWave } from '@lading/contract/sys/monitor.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { waveBill, waveFlow } from '@lading/contract/wms/waveBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from } from '../../kernel/scope.ts'
import { lockBill, setBill } from '../../platform/document/steps.ts'
import { triesMax } from '../../platform/outbox/relay.ts'
import { faceTopic, wakeTopic } from '../stock/topics.ts'
import { startTopic } from './members.ts'

const shownMax = 200
const texts = {
  start: ['启动', 'Start'],
  replenish: ['补货', 'Replenishment'],
  pick: ['拣货', 'Picking'],
  failed: ['启动异常', 'The start failed'],
  retries: ['启动步骤出错，已自动重试{n}次', 'The step failed; it was tried again {n} times'],
  queued: ['启动步骤排队中，等待处理', 'The step is queued and waits for its turn'],
  nothing: ['没有排队中的启动步骤', 'No step of the start is queued'],
  faces: ['{n}个补货任务等待拣货位腾出空位', '{n} replenishment tasks wait for room at their pick face'],
  picks: ['{n}个拣货任务等待补货到货', '{n} pick tasks wait for goods to be replenished'],
} as const satisfies Record<string, Text>

interface Stuck {
  id: string
  billNo: string
  title: string | null
  org: string
  state: keyof typeof waveFlow.states
  step: string | null
  problem: string | null
  updatedAt: Date
  queued: number
  tries: number | null
  faces: number
  picks: number
  waitsSince: Date | null
}

/** Work of waves that waits: replenishment for room, picks for goods; of the wave itself or of its orders. */
const waiting = (ctx: Ctx, before: Sql): Sql => sql`
  select coalesce(b.wave_id, k.bill_id) as wave_id, (count(*) filter (where k.task_type = 'RPL_DOWN'))::integer as faces,
    (count(*) filter (where k.task_type = 'PICK'))::integer as picks, min(k.updated_at) as since
  from ${from(ctx, task, 'k')} left join ${from(ctx, operateBill.header, 'b')} on b.org_id = k.org_id and b.id = k.bill_id
  where k.state = 'WAIT' and k.task_type in ('RPL_DOWN', 'PICK') and k.updated_at < ${before} group by 1`

/** Waves that the caller may see and that have stood in a step since before then, the longest first. */
export async function stuckWaves(ctx: Ctx, before: Date): Promise<StuckWave[]> {
  const at = sql`${before}::timestamptz`
  const rows = await ctx.tx.query<Stuck>(sql`
    select w.id, w.bill_no, w.title, o.name as org, w.state, w.step, w.problem, w.updated_at, q.queued, q.tries,
      coalesce(n.faces, 0) as faces, coalesce(n.picks, 0) as picks, n.since as waits_since
    from ${from(ctx, waveBill.header, 'w')}
    join sys_org o on o.tenant_id = w.tenant_id and o.id = w.org_id
    left join (${waiting(ctx, at)}) n on n.wave_id = w.id
    cross join lateral (select count(*)::integer as queued, max(e.tries) as tries from sys_outbox e
      where e.tenant_id = w.tenant_id and e.org_id = w.org_id and e.topic = ${startTopic} and e.key = w.id::text and e.tries < ${triesMax}) q
    where (w.state in ('STARTING', 'STARTEXCEPTION') and w.updated_at < ${at}) or (w.state in ('STARTED', 'INPROGRESS') and n.since is not null)
    order by coalesce(n.since, w.updated_at), w.id limit ${shownMax}`)
  return rows.map((r) => shown(ctx, r))
}

function shown(ctx: Ctx, r: Stuck): StuckWave {
  const told = (text: Text, n = 0): string => say(text, ctx.language).replace('{n}', String(n))
  const isStart = r.state === 'STARTING' || r.state === 'STARTEXCEPTION'
  const step = waveBill.header.fields.step.choices?.[r.step ?? '']
  const { id, billNo: no, title, org } = r
  const since = ((isStart ? null : r.waitsSince) ?? r.updatedAt).toISOString()
  const known = { id, no, title, org, state: say(waveFlow.states[r.state], ctx.language), since }
  if (r.state === 'STARTEXCEPTION')
    return { ...known, step: told(step ?? texts.start), why: r.problem ?? told(texts.failed) }
  if (isStart) {
    const why = r.queued === 0 ? texts.nothing : (r.tries ?? 0) > 0 ? texts.retries : texts.queued
    return { ...known, step: told(step ?? texts.start), why: told(why, r.tries ?? 0) }
  }
  const whys = [
    ...(r.faces > 0 ? [told(texts.faces, r.faces)] : []),
    ...(r.picks > 0 ? [told(texts.picks, r.picks)] : []),
  ]
  return { ...known, step: told(r.faces > 0 ? texts.replenish : texts.pick), why: whys.join('; ') }
}

/**
 * Has the step of a wave looked at once more. Nothing is forced: a start goes on from what there is, a face lets in what it
 * has room for, a pick is ready when its goods have come, so that asking twice changes nothing.
 */
export async function nudgeWave(ctx: Ctx, id: string): Promise<{ id: string }> {
  const wave = await lockBill(ctx, waveBill, id)
  const isNudged =
    wave.state === 'STARTEXCEPTION' || wave.state === 'STARTING'
      ? await goOn(ctx, wave.id)
      : (wave.state === 'STARTED' || wave.state === 'INPROGRESS') && (await lookAgain(ctx, wave.id))
  if (!isNudged) refuse(monitorFaults.notStuck, { no: rowName(waveBill.header, id, wave.billNo) })
  if (wave.state === 'STARTEXCEPTION') await setBill(ctx, waveBill, wave, 'STARTING', { problem: null })
  ctx.audit({ subject: waveBill.header.key, subjectId: id, subjectNo: wave.billNo, action: 'nudge' })
  return { id }
}

/** A start that is queued already is worked on by that. */
async function goOn(ctx: Ctx, id: string): Promise<true> {
  const queued = await ctx.tx.maybe(sql`
    select 1 from sys_outbox where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and topic = ${startTopic} and key = ${id} and tries < ${triesMax} limit 1`)
  if (!queued) ctx.emit({ topic: startTopic, key: id })
  return true
}

/** Faces that replenishment waits for, and picks that wait for it. @returns whether there are any */
async function lookAgain(ctx: Ctx, waveId: string): Promise<boolean> {
  const lines = await ctx.tx.query<{ lineId: string; taskType: string; faceId: string | null }>(sql`
    select distinct on (k.id) l.id as line_id, k.task_type, coalesce(l.face_bin_id, l.to_bin_id) as face_id from ${from(ctx, task, 'k')}
    join ${from(ctx, taskLine, 'l')} on l.org_id = k.org_id and l.task_id = k.id and l.state = 'OPEN'
    left join ${from(ctx, operateBill.header, 'b')} on b.org_id = k.org_id and b.id = k.bill_id
    where k.state = 'WAIT' and k.task_type in ('RPL_DOWN', 'PICK') and (k.bill_id = ${waveId} or b.wave_id = ${waveId}) order by k.id, l.id`)
  const faces = new Set(lines.flatMap((l) => (l.taskType === 'RPL_DOWN' && l.faceId !== null ? [l.faceId] : [])))
  for (const key of faces) ctx.emit({ topic: faceTopic, key })
  for (const { lineId, taskType } of lines)
    if (taskType === 'PICK') ctx.emit({ topic: wakeTopic, key: 'picks', payload: { lineId } })
  return lines.length > 0
}
