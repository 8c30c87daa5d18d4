import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Facts } from '@lading/contract/kernel/ruleTable.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { taskConfig, taskRuleFaults, taskRules, triedMost, type tryTaskRules } from '@lading/contract/wms/taskConfig.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { explain } from '../../platform/ruleTable/served.ts'
import { factsOf } from './policy.ts'

type Answer = z.output<typeof tryTaskRules.output>

/** Which rule work of given facts would meet, or each pick of a wave. The same search as the real one; nothing is written. */
export async function tryOut(ctx: Ctx, input: z.output<typeof tryTaskRules.input>): Promise<Answer> {
  demandDc(ctx)
  const { taskType, waveNo, ...given } = input
  const config = await ctx.tx.maybe<{ id: string }>(sql`
    select c.id from ${fromHere(ctx, taskConfig, 'c')} where c.task_type = ${taskType} and not c.disabled`)
  const stored = config ? (((await getRow(ctx, taskConfig, config.id)).rules ?? []) as readonly Facts[]) : []
  const { rules } = await factsOf(ctx, stored, [])
  return {
    rows: explain(ctx, taskRules, rules, given),
    picks: waveNo && taskType === 'PICK' ? await picksOf(ctx, stored, waveNo) : [],
  }
}

interface WavePick {
  billNo: string
  store: string
  ownerId: string
  storeId: string
  areaId: string | null
  area: string | null
  method: string | null
  pickMode: string | null
  productIds: string[]
}

/** Orders of a wave, each by the areas where its goods have their faces, and the rule that each would meet. */
async function picksOf(ctx: Ctx, stored: readonly Facts[], waveNo: string): Promise<Answer['picks']> {
  const wave = await ctx.tx.maybe<{ id: string }>(sql`
    select w.id from ${fromHere(ctx, waveBill.header, 'w')} where w.bill_no = ${waveNo}`)
  if (!wave) return refuse(taskRuleFaults.noWave, { no: waveNo })
  const picks = await ctx.tx.query<WavePick>(sql`
    select b.bill_no, s.code || ' ' || s.name as store, b.owner_id, b.store_id, a.id as area_id, a.code as area, a.method, a.pick_mode,
      jsonb_agg(distinct l.product_id::text) as product_ids
    from ${fromHere(ctx, operateBill.header, 'b')}
    join ${named(ctx, operateBill.line, 'l')} on l.org_id = b.org_id and l.bill_id = b.id
    join ${named(ctx, store, 's')} on s.id = b.store_id
    left join (${named(ctx, productBin, 'f')} join ${named(ctx, bin, 'n')} on n.id = f.bin_id
      join ${named(ctx, pickArea, 'a')} on a.id = n.pick_area_id) on f.org_id = b.org_id and f.role = 'PICK' and f.product_id = l.product_id
    where b.wave_id = ${wave.id}
    group by b.bill_no, s.code, s.name, b.owner_id, b.store_id, a.id, a.code, a.method, a.pick_mode
    order by b.bill_no, a.code limit ${triedMost}`)
  const { rules, facts } = await factsOf(
    ctx,
    stored,
    picks.map((p) => ({
      ownerId: p.ownerId,
      // A batch is picked for all of its stores at once, and for the wave.
      ...(p.pickMode === 'BATCH'
        ? { billKey: waveBill.header.key }
        : { billKey: operateBill.header.key, storeId: p.storeId }),
      pickAreaId: p.areaId,
      mode: p.method ?? 'RF',
      productIds: p.productIds,
    })),
  )
  return picks.map(({ billNo, store: to, area }, i) => {
    const met = explain(ctx, taskRules, rules, facts[i] ?? {}).find((r) => r.fires)
    return { billNo, store: to, area, no: met?.no ?? null, got: met?.got ?? [] }
  })
}
