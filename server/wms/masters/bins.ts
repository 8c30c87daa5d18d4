// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { binLocks, type Generated, generateBins, generateMax, type Segment } from '@lading/contract/wms/masterCalls.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { lockSeen } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { checkRefs } from '../../kernel/rowParts.ts'
import type { Seen } from '../../kernel/rules.ts'
import { demandAt } from '../../kernel/scope.ts'

type Plan = z.output<typeof generateBins.input>

export interface PlannedBin {
  readonly code: string
  readonly aisle: string
  readonly bay: number
  readonly level: number
  readonly pos: number | null
}

const numbers = ({ from, to }: Segment): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const written = (n: number, { digits }: Segment): string => String(n).padStart(digits, '0')

/** All codes of a plan in walking order: every second aisle is walked back. Their parts stand around `between`. */
export function planBins(
  plan: Pick<Plan, 'prefix' | 'aisle' | 'bay' | 'level' | 'pos'>,
  between: string,
): PlannedBin[] {
  const positions = plan.pos ? numbers(plan.pos) : [null]
  return numbers(plan.aisle).flatMap((aisle, i) => {
    const bays = numbers(plan.bay)
    if (i % 2 === 1) bays.reverse()
    return bays.flatMap((bay) =>
      numbers(plan.level).flatMap((level) =>
        positions.map((pos): PlannedBin => {
          const parts = [plan.prefix, written(aisle, plan.aisle), written(bay, plan.bay), written(level, plan.level)]
          if (pos !== null && plan.pos) parts.push(written(pos, plan.pos))
          return { code: parts.join(between), aisle: written(aisle, plan.aisle), bay, level, pos }
        }),
      ),
    )
  })
}

const sizeOf = (s: Segment | undefined): number => (s ? s.to - s.from + 1 : 1)

/** Makes the bins of whole aisles at once, or says what it would make. */
export async function generate(ctx: Ctx, plan: Plan, between: string): Promise<Generated> {
  demandAt(bin, ctx)
  const count = sizeOf(plan.aisle) * sizeOf(plan.bay) * sizeOf(plan.level) * sizeOf(plan.pos)
  if (count > generateMax) refuse(faults.tooMany, { max: generateMax, count })
  const places = { areaId: plan.areaId, storageAreaId: plan.storageAreaId, pickAreaId: plan.pickAreaId }
  await checkRefs(ctx, bin, [{ ...places, binTypeId: plan.binTypeId }])
  const made = planBins(plan, between)
  const codes = made.map((b) => b.code)
  const rows = await ctx.tx.query<RowOf<typeof bin, 'code'>>(sql`
    select code from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = any(${codes}::text[]) order by code`)
  const existing = rows.map((r) => r.code)
  const answer = { count, first: codes[0] ?? null, last: codes.at(-1) ?? null, existing, dryRun: plan.dryRun }
  if (plan.dryRun) return answer
  if (existing.length > 0) refuse(masterFaults.binsExist, { bin: existing[0], count: existing.length })
  await insert(
    ctx,
    bin,
    made.map((b, i) => ({
      ...b,
      ...places,
      binTypeId: plan.binTypeId ?? null,
      usage: plan.usage,
      pickSeq: plan.firstSeq + i,
      putawaySeq: plan.firstSeq + i,
      mixProduct: plan.mixProduct,
    })),
  )
  ctx.audit({ subject: bin.key, subjectId: null, action: 'generate', after: { ...answer, usage: plan.usage } })
  return answer
}

/** Locks or unlocks a bin. Locking asks for a reason, which everybody who is refused gets to read. */
async function setLock(ctx: Ctx, row: SeenRow, lockIn: boolean, lockOut: boolean): Promise<Seen> {
  demandAt(bin, ctx)
  const before = await lockSeen(ctx, bin, row)
  if (before.usage === 'VIRTUAL') refuse(masterFaults.binSystem, { bin: before.code })
  const locking = lockIn || lockOut
  const reason = row.reason?.trim().slice(0, 64) || null
  if (locking && reason === null) throw new Fault(faults.required, { field: bin.fields.lockReason.title })
  const after = { lockIn, lockOut, lockReason: locking ? reason : null }
  await ctx.tx.run(sql`
    update wms_bin set lock_in = ${lockIn}, lock_out = ${lockOut}, lock_reason = ${after.lockReason},
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  ctx.audit({
    subject: bin.key,
    subjectId: row.id,
    subjectNo: before.code,
    action: locking ? 'lock' : 'unlock',
    before: { lockIn: before.lockIn, lockOut: before.lockOut, lockReason: before.lockReason },
    after,
  })
  return { id: row.id, version: before.version + 1 }
}

/** @param separatorOf what the organisation has between the parts of its bins' codes. */
export const binServed = (separatorOf: (ctx: Ctx) => Promise<string>): Served[] => [
  serve(generateBins, async (ctx, plan) => generate(ctx, plan, await separatorOf(ctx))),
  serveEach(binLocks.lock, (ctx, row) => setLock(ctx, row, true, true)),
  serveEach(binLocks.lockIn, (ctx, row) => setLock(ctx, row, true, false)),
  serveEach(binLocks.lockOut, (ctx, row) => setLock(ctx, row, false, true)),
  serveEach(binLocks.unlock, (ctx, row) => setLock(ctx, row, false, false)),
]
