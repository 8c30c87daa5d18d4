import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { bom } from '@lading/contract/wms/bom.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin as binTable, binUsages } from '@lading/contract/wms/place.ts'
import { processFaults } from '@lading/contract/wms/processFaults.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandOwner, found } from '../../kernel/ctx.ts'
import { same } from '../../kernel/rowParts.ts'
import type { Input } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { documentRules } from '../../platform/document/served.ts'
import { readBill, type StepWorks } from '../../platform/document/steps.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { demandIn, readPlaces } from '../stock/places.ts'
import { demandWhole } from '../stock/whole.ts'
import { book } from './book.ts'
import { cancel, finish } from './finish.ts'
import { readLines, readRecipe } from './read.ts'
import { explode } from './recipe.ts'
import { supply } from './supply.ts'

/** A recipe that is in force on the day of the work. @throws Fault bomOff, bomDay */
async function demandBom(ctx: Ctx, bomId: string) {
  const row = await readBill(ctx, bom, bomId)
  const day = businessDay(ctx)
  if (row.state !== 'ACTIVE') refuse(processFaults.bomOff, { bom: row.code })
  const [from, to] = [row.validFrom ?? '', row.validTo ?? '9999-12-31']
  if (day < from || day > to) refuse(processFaults.bomDay, { bom: row.code, day, from, to: row.validTo ?? '' })
  return row
}

async function demandTable(ctx: Ctx, binId: string): Promise<void> {
  const seen = await ctx.tx.maybe(sql`select 1 as seen from ${fromHere(ctx, binTable, 'b')} where b.id = ${binId}`)
  const place = found(seen && (await readPlaces(ctx, [binId])).get(binId), binTable.title)
  if (place.usage !== 'PROCESS')
    refuse(processFaults.notProcessBin, { bin: rowName(binTable, place.id, place.code), usage: binUsages[place.usage] })
  demandIn(place)
}

async function linesFor(ctx: Ctx, bomId: string, planQty: string): Promise<readonly Input[]> {
  const recipe = await readRecipe(ctx, bomId)
  const plan = parseQty(planQty)
  if (plan <= 0n) refuse(wmsFaults.qtyNotPositive)
  await demandWhole(ctx, [{ productId: recipe.productId, qty: plan }], () => 'planQty')
  return explode(recipe, plan).map(({ qty, ...line }) => ({ ...line, planQty: formatQty(qty) }))
}

/** What may be said of a task once its components are on their way. */
const later = new Set(['id', 'version', 'lines', 'expireDate', 'expectAt', 'note'])

export const processRules = documentRules(processTask, {
  beforeCreate: async (ctx, input) => {
    const row = await demandBom(ctx, input.bomId)
    demandOwner(ctx, row.ownerId)
    await demandServedHere(ctx, [row.ownerId])
    await demandTable(ctx, input.binId)
    const lines = await linesFor(ctx, input.bomId, input.planQty)
    Object.assign(input, { ownerId: row.ownerId, kind: row.kind, productId: row.productId, lines })
  },
  beforeUpdate: async (ctx, input, before) => {
    await demandOwnLines(ctx, input)
    if (before.state === 'INPROGRESS') {
      const other = Object.entries(input as Input).find(
        ([name, value]) => !later.has(name) && !same((before as Input)[name], value),
      )
      if (other) refuse(processFaults.onlyReal, { no: before.billNo })
      return
    }
    if (input.binId !== undefined) await demandTable(ctx, input.binId)
    if (input.planQty !== undefined) await plan(ctx, input.id, before.bomId, input.planQty)
  },
})

/** What a recipe says is neither added to nor left out, nor made something else. */
async function demandOwnLines(ctx: Ctx, input: Input): Promise<void> {
  const sent = input.lines as readonly (Input & { id?: string; removed?: boolean })[] | undefined
  if (sent === undefined) return
  const stored = new Map((await readLines(ctx, String(input.id))).map((l) => [l.id, l as Input]))
  if (sent.length !== stored.size || sent.some((l) => l.removed || !stored.has(l.id ?? '')))
    refuse(faults.notFound, { subject: processTask.line.title, no: '' })
  for (const line of sent) {
    const before = stored.get(line.id ?? '') ?? {}
    for (const [name, f] of Object.entries(processTask.line.fields))
      if (f.frozen && line[name] !== undefined && !same(before[name], line[name]))
        refuse(faults.frozen, { field: f.title })
  }
}

/** Its lines follow what is planned. */
async function plan(ctx: Ctx, id: string, bomId: string, planQty: string): Promise<void> {
  const lines = await linesFor(ctx, bomId, planQty)
  const stored = await readLines(ctx, id)
  for (const [i, line] of lines.entries())
    await ctx.tx.run(sql`
      update wms_process_line set plan_qty = ${line.planQty}::numeric
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${stored[i]?.id ?? null}`)
}

export const processSteps: StepWorks<typeof processTask> = {
  approve: {
    effect: async (ctx, bill) => {
      await demandBom(ctx, bill.bomId)
      await demandServedHere(ctx, [bill.ownerId])
      await demandTable(ctx, bill.binId)
      await book(ctx, bill, await readRecipe(ctx, bill.bomId), await readLines(ctx, bill.id))
      return undefined
    },
  },
  supply: {
    effect: async (ctx, bill, made) => {
      await supply(ctx, bill, made)
      return undefined
    },
  },
  more: {
    effect: async (ctx, bill, made) => {
      const lines = await readLines(ctx, bill.id)
      if (!lines.some((l) => l.role === 'IN' && parseQty(l.bookedQty) < parseQty(l.planQty)))
        refuse(processFaults.allSupplied)
      await book(ctx, bill, await readRecipe(ctx, bill.bomId), lines)
      await supply(ctx, bill, made)
      return undefined
    },
  },
  finish: { effect: finish(false) },
  finishOver: { effect: finish(true) },
  cancel: { effect: cancel },
}
