import { packText } from '@lading/contract/kernel/caseText.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { hasCheckDigit } from '@lading/contract/wms/gs1.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import sql from 'sql-template-tag'
import type { Input, Rules, Seen, Warning } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { demandNoStock } from './stockOf.ts'

type Pack = Input & { id?: string; name?: string; qpc?: string; midQpc?: string | null; isDefault?: boolean }
const packsOf = (input: Input): Pack[] | undefined => input.qpcs as Pack[] | undefined
const isQty = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{1,15}(\.\d{1,3})?$/.test(text) && Number(text) > 0

/** `1*24` or `1*2*6`, from the factors. */
function nameOf({ qpc, midQpc }: Pack): string | undefined {
  const size = qpc ?? '1'
  if (!isQty(size)) return undefined
  const mid = isQty(midQpc) && parseQty(midQpc) < parseQty(size) ? parseQty(midQpc) : parseQty(size)
  return packText({ qpc: parseQty(size), mid })
}

/** Names packs by their factors, gives every new product one, and makes exactly one the default. */
export function completeProduct(input: Input, creating: boolean): void {
  let packs = packsOf(input)
  if (creating && (packs ?? []).length === 0) packs = [{ qpc: '1', caseUnit: input.baseUnit ?? '个' }]
  if (!packs) return
  input.qpcs = packs
  for (const pack of packs) if (!pack.name) pack.name = nameOf(pack) ?? '1*1'
  if (!creating) return
  const chosen = packs.find((p) => p.isDefault) ?? packs[0]
  for (const pack of packs) pack.isDefault = pack === chosen
}

const wrongDigit: Text = ['条码[{code}]校验位错误', 'Barcode [{code}] has a wrong check digit']
const worded = (code: string): Text => [wrongDigit[0].replace('{code}', code), wrongDigit[1].replace('{code}', code)]
/** Codes of the lengths that GS1 uses must end with its check digit; a shop's own short codes need none. */
const isDoubtful = (code: unknown): code is string =>
  typeof code === 'string' && /^(\d{8}|\d{12,14})$/.test(code) && !hasCheckDigit(code)

/** A wrong check digit: refused where a person types it, told where a file brings a shop's own codes. */
export function productWarnings(input: Input): Warning[] {
  const found: Warning[] = []
  const look = (rows: unknown, field: string, name: string) => {
    for (const [i, row] of ((rows ?? []) as Input[]).entries())
      if (isDoubtful(row[name])) found.push({ field: `${field}.${i}.${name}`, message: worded(String(row[name])) })
  }
  for (const [i, pack] of (packsOf(input) ?? []).entries())
    if (input.isWeigh !== true && isQty(pack.qpc) && !Number.isInteger(Number(pack.qpc)))
      found.push({ field: `qpcs.${i}.qpc`, message: ['每箱数量不是整数', 'A case holds a whole number of pieces'] })
  look(input.barcodes, 'barcodes', 'code')
  look(input.qpcs, 'qpcs', 'barcode')
  return found
}

const same = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) || (isQty(a) && isQty(b) && parseQty(a) === parseQty(b))

/** Goods stand in a pack for good: its factors stay once stock or the ledger uses it, and so does the pack. */
export async function guardPacks(ctx: Ctx, input: Input & Seen): Promise<void> {
  const packs = packsOf(input)
  if (!packs) return
  if (packs.length === 0) refuse(masterFaults.needsPack)
  const stored = await ctx.tx.query<{
    id: string
    name: string
    qpc: string
    midQpc: string | null
    used: boolean
  }>(sql`
    select q.id, q.name, q.qpc, q.mid_qpc,
      (exists (select 1 from wms_stock s where s.tenant_id = q.tenant_id and s.qpc_id = q.id)
        or exists (select 1 from wms_ledger l where l.tenant_id = q.tenant_id and l.product_id = q.product_id and l.qpc_id = q.id)) as used
    from mdm_product_qpc q where q.tenant_id = ${ctx.tenantId} and q.product_id = ${input.id}`)
  for (const old of stored) {
    if (!old.used) continue
    const now = packs.find((p) => p.id === old.id)
    if (!now) refuse(masterFaults.packUsed, { name: old.name })
    else if (
      (now.qpc !== undefined && !same(now.qpc, old.qpc)) ||
      (now.midQpc !== undefined && !same(now.midQpc, old.midQpc))
    )
      refuse(masterFaults.packFactors, { name: old.name })
  }
}

export const productRules: Rules = {
  complete: completeProduct,
  warn: productWarnings,
  lenient: {
    baseUnit: { instead: '个', message: ['缺少单位，按 个 处理', 'No unit: taken as 个'] },
    'qpcs.qpc': { instead: '1', message: ['每箱数量无效，按 1 处理', 'Not a pack size: taken as 1'] },
  },
  beforeUpdate: (ctx, input) => guardPacks(ctx, input),
  beforeDisable: (ctx, row) => demandNoStock(ctx, 'product_id', row.id, masterFaults.productStock),
}
