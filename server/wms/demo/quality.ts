import { vendor } from '@lading/contract/mdm/partner.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityScheme } from '@lading/contract/wms/qualityScheme.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { initialsOf } from '../../kernel/initials.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { billRules } from '../bill/billServed.ts'
import { orderSteps } from '../order/steps.ts'
import { qualitySchemeRules } from '../quality/scheme.ts'
import { qualitySteps } from '../quality/steps.ts'
import type { DemoMasters } from './masters.ts'
import { at, step, work } from './orders.ts'

/** What a new supplier brings is looked at before it is sold: a sampling table after GB/T 2828.1, four checks. */
async function scheme(ctx: Ctx, vendorId: string): Promise<void> {
  await createRow(
    ctx,
    qualityScheme,
    {
      ...{ code: 'NEWVENDOR', name: '新供应商抽检', kind: 'SAMPLE', vendorId, priority: 10 },
      ...{ skipAfter: 5, skipLots: 3, strictLots: 3, resetDays: 180 },
      samples: [
        { lotTo: 90, sample: 13, accept: 0, reject: 1 },
        { lotTo: 280, sample: 32, accept: 1, reject: 2 },
        { lotTo: 500, sample: 50, accept: 2, reject: 3 },
        { lotTo: 1200, sample: 80, accept: 3, reject: 4 },
      ],
      items: [
        { seq: 1, name: 'APPEARANCE', kind: 'BOOL', needed: true },
        { seq: 2, name: 'DATE', kind: 'PHOTO', needed: false },
        { seq: 3, name: 'TEMPERATURE', kind: 'RANGE', least: '0', most: '25', unit: '℃', needed: true },
        { seq: 4, name: 'DOCUMENT', kind: 'DOC', needed: false },
      ],
    },
    qualitySchemeRules,
  )
}

/** A delivery that waits for a verdict. @returns its inspection */
async function deliver(run: Run, m: DemoMasters, vendorId: string, i: number, cases: readonly number[]) {
  const ownerId = m.owners.get('O1') ?? ''
  const own = m.products.filter((p) => p.owners[0] === ownerId && !p.weigh)
  const id = await run(async (ctx) => {
    const day = businessDay(ctx)
    const lines = cases.flatMap((n, k) => {
      const p = own[(i * 37 + k * 11) % own.length]
      return p
        ? [{ productId: p.id, qpcId: p.qpcId, planQty: String(p.caseOf * n), unitPrice: '6.5', gift: false }]
        : []
    })
    const head = { ownerId, vendorId, mode: 'PURCHASE', upstreamNo: `POQ${day.replaceAll('-', '')}${i}` }
    const made = await createRow(
      ctx,
      orderBill.header,
      { ...head, bizDate: day, expectAt: at(day, 9 + i), priority: 50, lines },
      billRules(orderBill),
    )
    return made.id
  })
  await run((ctx) => step(ctx, orderBill, id, 'approve', orderSteps))
  await run((ctx) => step(ctx, orderBill, id, 'createTask', orderSteps))
  await run((ctx) => work(ctx, id, 'RECEIVE', false))
  return run(async (ctx) => {
    const bill = await ctx.tx.one<{ id: string }>(sql`
      select id from ${fromHere(ctx, qualityBill.header, 'q')} where order_id = ${id}`)
    return bill.id
  })
}

/** What an inspector typed; of the first line a few pieces are broken. */
async function find(ctx: Ctx, billId: string): Promise<void> {
  const of = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bill_id = ${billId}`
  await ctx.tx.run(sql`
    update wms_quality_result set finding = case when kind = 'BOOL' then 'GOOD' end, amount = case when kind = 'RANGE' then 18.5 end,
      said = case when kind = 'DOC' then 'SH-2026-0417' end where ${of}`)
  await ctx.tx.run(sql`
    update wms_quality_bill_line set verdict = 'PASS', reject_qty = case when line_no = 1 then 6 else 0 end, critical = 0, major = 0,
      pass_qty = lot_qty - case when line_no = 1 then 6 else 0 end, minor = 0, cause = case when line_no = 1 then '外箱破损' end where ${of}`)
}

const act = (ctx: Ctx, id: string, name: string): Promise<void> => step(ctx, qualityBill, id, name, qualitySteps)

/** Inspections as a centre has them: one decided, one that is being looked at, one that nobody has begun. */
export async function seedQuality(run: Run, m: DemoMasters): Promise<void> {
  const vendorId = await run(async (ctx) => {
    const { ids } = await insert(ctx, vendor, [
      { code: 'V09', name: '青浦鲜食 Qingpu Fresh', initials: initialsOf('青浦鲜食 Qingpu Fresh'), grade: 'C' },
    ])
    const id = ids[0] ?? ''
    await scheme(ctx, id)
    return id
  })
  const decided = await deliver(run, m, vendorId, 0, [8, 5, 3])
  await run(async (ctx) => act(await as(ctx, 'receiver'), decided, 'start'))
  await run((ctx) => find(ctx, decided))
  await run(async (ctx) => act(await as(ctx, 'receiver'), decided, 'approve'))
  // Since then the dates on the boxes have to be photographed.
  await run((ctx) =>
    ctx.tx.run(sql`
      update wms_quality_item set needed = true where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and name = 'DATE'`),
  )
  const open = await deliver(run, m, vendorId, 1, [6, 4])
  await run(async (ctx) => act(await as(ctx, 'receiver'), open, 'start'))
  await deliver(run, m, vendorId, 2, [10, 2, 4])
}
