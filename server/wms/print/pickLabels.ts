import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { Filled, PrintForm } from '@lading/contract/sys/printForm.ts'
import { place } from '@lading/contract/sys/printLayout.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { openLabels, pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { inAskedOrder } from '../../platform/print/order.ts'
import { notePrinted } from '../../platform/print/printLog.ts'
import { binsFor, readSchemes, schemeFor } from '../collect/bins.ts'
import { shownCode } from '../masters/facts.ts'
import { cases } from './figures.ts'

/** 100 × 75 mm, stuck to a case: where it goes in letters that are read from a truck, below what it is and where from. */
const form = (kind: string, title: Text, goes: Text): PrintForm => ({
  kind,
  title,
  fields: [
    { name: 'labelNo', title: ['标签号', 'Label'], sample: 'BQ26112500001' },
    { name: 'taskNo', title: ['任务号', 'Task'], sample: 'JH26112500001' },
    { name: 'to', title: goes, sample: 'S001' },
    { name: 'toName', title: ['去处', 'Goes to'], sample: '南京西路旗舰店' },
    { name: 'route', title: ['线路', 'Route'], sample: 'R01' },
    { name: 'collect', title: ['集货位', 'Staging bin'], sample: 'JH-01' },
    { name: 'bin', title: ['货位', 'Bin'], sample: 'A-01-02-1' },
    { name: 'code', title: ['商品编码', 'Product'], sample: '00242' },
    { name: 'name', title: ['商品名称', 'Name'], sample: '来丁矿泉水 550ml' },
    { name: 'qty', title: ['数量', 'Quantity'], sample: '24 瓶 (1)' },
    { name: 'expireDate', title: ['到期日期', 'Expiry date'], sample: '2027-03-31' },
    { name: 'case', title: ['箱序', 'Case'], sample: '3/12' },
    { name: 'nth', title: ['任务内序号', 'Label of task'], sample: '17/82' },
  ],
  columns: [],
  layout: (language) => ({
    width: 100,
    height: 75,
    table: null,
    marks: [
      place.text('{to}', [4, 3, 60, 14], 34),
      place.text('{nth}', [64, 3, 32, 8], 16, { align: 'right' }),
      place.text('{route}', [64, 11, 32, 7], 12, { align: 'right' }),
      place.text('{toName}', [4, 17, 62, 8], 13),
      place.text('{collect}', [66, 18, 30, 7], 14, { align: 'right' }),
      place.rule(4, 26, 92),
      place.text('{bin}', [4, 28, 50, 10], 20),
      place.text('{qty}', [54, 28, 42, 10], 18, { align: 'right' }),
      place.text('{code} {name}', [4, 38, 92, 8], 12),
      place.text(say(['到期 {expireDate}', 'Expires {expireDate}'], language), [4, 46, 60, 6], 9),
      place.text('{case}', [64, 46, 32, 6], 10, { align: 'right' }),
      place.code128('{labelNo}', [4, 53, 70, 14]),
      place.text('{labelNo}', [4, 67, 70, 6], 10),
      place.qrcode('{labelNo}', [77, 53, 19]),
    ],
  }),
})
export const pickLabelForm = form('PICK_LABEL', ['拣货标签', 'Pick label'], ['门店', 'Store'])
export const rplLabelForm = form('RPL_LABEL', ['补货标签', 'Replenishment label'], ['拣货位', 'Pick face'])

interface Row {
  id: string
  labelNo: string
  taskId: string
  taskNo: string
  kind: 'PICK' | 'RPL'
  storeCode: string | null
  storeName: string | null
  route: string | null
  storeId: string | null
  mode: string | null
  face: string | null
  bin: string | null
  code: string
  name: string
  unit: string
  qty: string
  qpc: string | null
  mid: string | null
  expireDate: string | null
  caseNo: number
  caseCount: number
  nth: number
  total: number
  ownerId: string
  labelTemplateId: string | null
}

/** Labels of tasks that still stand for something, of one's own centre: each with its place among those of its task. */
async function rowsOf(ctx: Ctx, kind: Row['kind'], taskIds: readonly string[]): Promise<Row[]> {
  return ctx.tx.query<Row>(sql`
    with x as materialized (
      select y.*, row_number() over (partition by y.task_id order by y.seq, y.id)::integer as nth, (count(*) over (partition by y.task_id))::integer as total
      from ${fromHere(ctx, pickLabel, 'y')} where y.task_id = any(${taskIds}::bigint[]) and y.kind = ${kind} and y.state <> 'VOID')
    select x.id, x.label_no, x.task_id, k.task_no, k.label_template_id, x.kind, s.code as store_code, s.name as store_name, s.route, x.store_id, w.mode, ${shownCode('f')} as face, ${shownCode('b')} as bin,
      p.code, ${spoken(ctx, product, 'name', 'p')} as name, ${spoken(ctx, product, 'baseUnit', 'p')} as unit, x.qty, q.qpc, q.mid_qpc as mid, t.expire_date,
      x.case_no, x.case_count, x.owner_id, x.nth, x.total
    from x join ${fromHere(ctx, task, 'k')} on k.id = x.task_id join ${fromHere(ctx, taskLine, 'l')} on l.id = x.task_line_id
    join ${named(ctx, product, 'p')} on p.id = x.product_id left join ${named(ctx, qpc, 'q')} on q.id = x.qpc_id
    left join ${named(ctx, operateBill.header, 'w')} on k.bill_key = ${operateBill.header.key} and w.id = k.bill_id
    left join ${named(ctx, store, 's')} on s.id = x.store_id left join ${named(ctx, bin, 'b')} on b.id = x.from_bin_id
    left join ${named(ctx, bin, 'f')} on f.id = coalesce(l.face_bin_id, l.to_bin_id) left join ${named(ctx, lot, 't')} on t.id = l.lot_id
    where x.state = any(${[...openLabels]}::text[]) order by x.task_id, x.seq, x.id`)
}
/** Where a store's goods will wait for their truck, as the scheme foresees it before anybody knows which bins are full. */
async function collectBins(ctx: Ctx): Promise<(of: Row) => string> {
  const schemes = await readSchemes(ctx, sql``)
  return ({ kind, storeId, route, mode }) => {
    const scheme = kind === 'PICK' && storeId !== null ? schemeFor(schemes, mode) : undefined
    return (scheme && storeId !== null && binsFor(scheme, { storeId, route })[0]?.code) || ''
  }
}

const filled = (printed: PrintForm, name: string, rows: readonly Row[], collectOf: (of: Row) => string): Filled => ({
  name,
  form: printed,
  copies: rows.map((r) => ({
    ownerId: r.ownerId,
    templateId: r.labelTemplateId,
    values: {
      labelNo: r.labelNo,
      taskNo: r.taskNo,
      to: r.storeCode ?? r.face ?? '',
      toName: r.storeName ?? '',
      route: r.route ?? '',
      collect: collectOf(r),
      bin: r.bin ?? '',
      code: r.code,
      name: r.name,
      qty: `${formatQty(parseQty(r.qty))} ${r.unit} (${cases(r.qty, r.qpc, r.mid)})`,
      expireDate: r.expireDate ?? '–',
      case: `${r.caseNo}/${r.caseCount}`,
      nth: `${r.nth}/${r.total}`,
    },
  })),
})

/** All labels of picks, each task's in the order of its way. */
export async function taskLabels(ctx: Ctx, taskIds: readonly string[]): Promise<Filled> {
  const rows = Map.groupBy(await rowsOf(ctx, 'PICK', taskIds), (r) => r.taskId)
  const tasks = [...rows].map(([id, labels]) => ({ id, labels }))
  // A task without labels refuses the whole print.
  return filled(
    pickLabelForm,
    'pick labels',
    inAskedOrder(taskIds, tasks).flatMap((t) => t.labels),
    await collectBins(ctx),
  )
}
/** Some labels of one kind. */
export async function labelsBy(ctx: Ctx, kind: Row['kind'], ids: readonly string[]): Promise<Filled> {
  const tasks = await ctx.tx.query<{ taskId: string }>(sql`
    select distinct x.task_id from ${fromHere(ctx, pickLabel, 'x')} where x.id = any(${ids}::bigint[])`)
  const rows = await rowsOf(
    ctx,
    kind,
    tasks.map((t) => t.taskId),
  )
  const asked = rows.filter((r) => ids.includes(r.id))
  return filled(
    kind === 'PICK' ? pickLabelForm : rplLabelForm,
    'labels',
    inAskedOrder(ids, asked),
    await collectBins(ctx),
  )
}

/** These labels have been printed: from now on they may be taken. One that replaces another is already somebody's. */
export async function countPrints(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.tx.run(sql`
    update wms_pick_label x set print_count = print_count + 1, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId},
      state = case when x.state <> 'NEW' then x.state when x.obtained_by is null then 'PRINTED' else 'OBTAINED' end
    where x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.id = any(${ids}::bigint[]) and x.state = any(${[...openLabels]}::text[])`)
}
/** The same of all labels of these tasks; each of them is known to have been printed. */
export async function countTaskPrints(ctx: Ctx, taskIds: readonly string[], reason: string | undefined): Promise<void> {
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select x.id from ${fromHere(ctx, pickLabel, 'x')} where x.task_id = any(${taskIds}::bigint[]) and x.kind = 'PICK' and x.state = any(${[...openLabels]}::text[])`)
  const ids = rows.map((r) => r.id)
  await countPrints(ctx, ids)
  await notePrinted(ctx, 'PICK_LABEL', pickLabel.key, ids, reason)
}
