import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { codesOf } from '@lading/contract/mdm/goodsCode.ts'
import { packFaults } from '@lading/contract/mdm/packFaults.ts'
import { product, productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { otherKind, type ScanKind, scanKinds } from '@lading/contract/wms/scanned.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { packHas, productHas } from './goodsCode.ts'

/** What a scan says of goods: which, in which pack, and of which lot where its own label was scanned. */
export interface Meant {
  readonly productId: string
  readonly qpcId: string | null
  readonly lotId: string | null
}

type Hit = Meant & { readonly rank: number; readonly product: string; readonly pack: string | null }

/** Goods that have the same code although no two may: rows of before that was refused. Whoever scans it books neither. */
function demandOne(code: string, [first, ...others]: readonly Hit[]): void {
  const isOther = (o: Hit) => o.productId !== first?.productId || (o.qpcId && first.qpcId && o.qpcId !== first.qpcId)
  const other = first && first.rank < lotRank ? others.find((o) => o.rank < lotRank && isOther(o)) : undefined
  const nameOf = ({ productId, product: no, pack }: Hit) => rowName(product, productId, pack ? `${no} ${pack}` : no)
  if (first && other) refuse(packFaults.codeAmbiguous, { code, one: nameOf(first), other: nameOf(other) })
}
/** The label of a lot counts after every code of goods. */
const lotRank = 3

/**
 * Goods by their own code, a barcode of theirs or of a pack of theirs, a GS1 label, or the label of a lot, of those that
 * the caller may see.
 * @throws Fault otherKind, unknownCode, codeAmbiguous
 */
export async function goodsByCode(ctx: Ctx, scan: string): Promise<Meant> {
  const codes = codesOf(scan)
  const [row, ...others] = await ctx.tx.query<Hit>(sql`
    select x.*, p.code as product from (
      select p.id as product_id, null::bigint as qpc_id, null::bigint as lot_id, 0 as rank, null::text as pack from ${from(ctx, product, 'p')} where p.code = any(${codes}::text[])
      union all
      select b.product_id, null::bigint, null::bigint, 1, null from ${named(ctx, productBarcode.entity, 'b')} where b.code = any(${codes}::text[])
      union all
      select q.product_id, q.id, null::bigint, 2, q.name from ${named(ctx, qpc, 'q')} where ${packHas(codes)}
      union all
      select o.product_id, null::bigint, o.id, ${lotRank}::integer, null from ${fromHere(ctx, lot, 'o')} where o.lot_no = any(${codes}::text[])) x
    join ${from(ctx, product, 'p')} on p.id = x.product_id where not p.disabled order by x.rank limit 9`)
  if (row) {
    demandOne(scan, [row, ...others])
    return { productId: row.productId, qpcId: row.qpcId, lotId: row.lotId }
  }
  await refuseOther(ctx, scan, 'PRODUCT')
  return refuse(wmsFaults.unknownCode, { code: scan })
}

/** What a code names that is not what was asked for; nothing where it is that, or none of these. */
export async function otherThan(ctx: Ctx, scan: string, asked: ScanKind): Promise<ScanKind | undefined> {
  const codes = codesOf(scan.trim())
  const all = await ctx.tx.query<{ kind: ScanKind }>(sql`
    select 'BIN' as kind where exists (select 1 from ${fromHere(ctx, bin, 'b')} where b.code = any(${codes}::text[]))
    union all
    select 'CONTAINER' where exists (select 1 from ${fromHere(ctx, container, 'c')} where c.code = any(${codes}::text[]) and c.code <> 'LOOSE')
    union all
    select 'PRODUCT' where exists (select 1 from ${from(ctx, product, 'p')} where ${productHas(ctx, codes)})
      or exists (select 1 from ${fromHere(ctx, lot, 'o')} where o.lot_no = any(${codes}::text[]))`)
  return all.some(({ kind }) => kind === asked) ? undefined : all[0]?.kind
}

/** Asked for when a scan is refused anyway. @throws Fault otherKind when it names something else than was asked for */
export async function refuseOther(ctx: Ctx, scan: string, asked: ScanKind): Promise<void> {
  const kind = await otherThan(ctx, scan, asked)
  if (kind) refuse(otherKind, { scan, kind: scanKinds[kind], asked: scanKinds[asked] })
}
