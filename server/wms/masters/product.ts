import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { wrongDigit } from '@lading/contract/mdm/barcodeCheck.ts'
import type { product } from '@lading/contract/mdm/product.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import {
  type EachFacts,
  isLighter,
  lighterText,
  type PackFacts,
  packName,
  packProblems,
} from '@lading/contract/wms/pack.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Input, Rules, Seen, Warning } from '../../kernel/rules.ts'
import { claimedCodes, demandFreeCodes, guardFactors, type Numbered, storedPacks } from './pack.ts'
import { demandPacksByRequest } from './packChange.ts'
import { forgetImage } from './productImage.ts'
import { demandNoStock } from './stockOf.ts'

type Pack = Input & PackFacts & { id?: string; name?: string; isDefault?: boolean }
const packsOf = (input: Input): Pack[] | undefined => input.qpcs as Pack[] | undefined

/** Names packs by their factors, gives every new product one, and makes exactly one the default. */
export function completeProduct(input: Input, creating: boolean): void {
  let packs = packsOf(input)
  if (creating && (packs ?? []).length === 0) packs = [{ qpc: '1', caseUnit: String(input.baseUnit ?? '个') }]
  if (!packs) return
  input.qpcs = packs
  for (const pack of packs) if (!pack.name) pack.name = packName(pack) ?? '1*1'
  if (!creating) return
  const chosen = packs.find((p) => p.isDefault) ?? packs[0]
  for (const pack of packs) pack.isDefault = pack === chosen
}

/** What makes no sense: refused where a person types it, told where a file brings a shop's own codes. */
export function productWarnings(input: Input): Warning[] {
  const found: Warning[] = []
  if (isLighter(input)) found.push({ field: 'weightKg', message: lighterText })
  for (const [i, pack] of (packsOf(input) ?? []).entries())
    for (const { field, text } of packProblems(input as EachFacts, pack))
      found.push({ field: `qpcs.${i}.${field}`, message: text })
  for (const [i, row] of ((input.barcodes ?? []) as Input[]).entries()) {
    const message = wrongDigit(row.code)
    if (message) found.push({ field: `barcodes.${i}.code`, message })
  }
  return found
}

/** A product keeps at least one pack, exactly one default, and every pack that goods were booked in. */
export async function guardPacks(ctx: Ctx, input: Input & Seen): Promise<void> {
  const packs = packsOf(input)
  if (!packs) return
  if (packs.length === 0) refuse(masterFaults.needsPack)
  const stored = await storedPacks(ctx, input.id)
  const oldOf = (p: Pack) => stored.find((old) => old.id === p.id)
  const chosen = packs.filter((p) => (p.isDefault ?? oldOf(p)?.isDefault) === true)
  if (chosen.length > 1) refuse(masterFaults.oneDefault)
  const first = chosen[0] ?? packs.find((p) => oldOf(p)?.disabled !== true) ?? packs[0]
  if (first) {
    const old = oldOf(first)
    if (old?.disabled) refuse(faults.disabled, { name: old.name })
    first.isDefault = true
  }
  for (const old of stored) {
    const now = packs.find((p) => p.id === old.id)
    if (now) guardFactors(old, now)
    else if (old.used) refuse(masterFaults.packUsed, { name: old.name })
  }
}

const numberedOf = (input: Input): Numbered => ({
  id: input.id as string | undefined,
  code: input.code,
  barcodes: input.barcodes as readonly Input[] | undefined,
  packs: packsOf(input),
})

export const productRules: Rules<typeof product> = {
  beforeRemove: forgetImage,
  complete: completeProduct,
  warn: productWarnings,
  claims: (input) => claimedCodes(numberedOf(input)),
  lenient: {
    baseUnit: { instead: '个', message: ['缺少单位，按 个 处理', 'No unit: 个 assumed'] },
    'qpcs.qpc': { instead: '1', message: ['缺少每箱数量，按 1 处理', 'No pack size: 1 assumed'] },
  },
  beforeCreateMany: (ctx, inputs) => demandFreeCodes(ctx, inputs.map(numberedOf)),
  beforeUpdate: async (ctx, input) => {
    const packs = packsOf(input)
    if (packs) await demandPacksByRequest(ctx, input.id, packs)
    await guardPacks(ctx, input)
    await demandFreeCodes(ctx, [numberedOf(input)])
  },
  beforeDisable: (ctx, row) => demandNoStock(ctx, 'product_id', row.id, masterFaults.productStock),
}
