import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, productOwner } from '@lading/contract/mdm/product.ts'
import { documentOf, messageSample } from '@lading/contract/sys/businessEvent.ts'
import { collectionRun, dataCollection, dataInteractive } from '@lading/contract/sys/collection.ts'
import { collectionCalls, collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Seen } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { orgIdOf, type Site } from '../../platform/demo/site.ts'
import type { Mapping, OutsideRecord } from '../collection/mapping.ts'
import { jsonBody } from '../collection/out/body.ts'

const vendors = {
  code: 'SRM-VENDOR',
  name: '采购系统推送供应商',
  sourceKind: 'REST_PUSH',
  object: 'wms.vendor',
  versionPath: 'revision',
  mappings: [
    { target: 'code', path: 'supplierNo' },
    { target: 'name', path: 'supplierName' },
    { target: 'grade', path: 'level', words: '1=A;2=B;3=C', fixed: 'B' },
  ],
}
/**
 * As the purchasing system has sent them this morning: one of a level that nobody has told us of, and a name that had been
 * corrected before it came.
 */
const sent = [
  { supplierNo: 'SRM1001', supplierName: '苏州优鲜食品有限公司', level: 1, revision: 2 },
  { supplierNo: 'SRM1002', supplierName: '宁波海达水产有限公司', level: 2 },
  { supplierNo: 'SRM1003', supplierName: '嘉兴禾丰粮油有限公司', level: 2 },
  { supplierNo: 'SRM1004', supplierName: '绍兴古越酒业有限公司' },
  { supplierNo: 'SRM1005', supplierName: '无锡太湖乳业有限公司', level: 5 },
  { supplierNo: 'SRM1001', supplierName: '苏州优先食品有限公司', level: 1, revision: 1 },
]
const orders = {
  code: 'SRM-ORDER',
  name: '采购系统推送订货通知单',
  sourceKind: 'REST_PUSH',
  object: 'wms.orderBill',
  versionPath: 'revision',
  mappings: [
    { target: 'upstreamNo', path: 'orderNo' },
    { target: 'vendorId', path: 'supplierNo' },
    { target: 'ownerId', fixed: 'O1' },
    { target: 'expectAt', path: 'arriveAt' },
    { target: 'lines.productId', path: 'items[].sku' },
    { target: 'lines.planQty', path: 'items[].qty' },
    { target: 'lines.unitPrice', path: 'items[].price' },
  ],
}
/**
 * Orders as the purchasing system sends them: one names goods that nobody here knows, and of one the first version comes
 * behind the second.
 * @param skus codes of goods of the owner, at least six
 */
function sentOrders(skus: readonly string[], now: Date) {
  const arriveAt = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
  const no = (i: number) => `SRM-PO-${now.toISOString().slice(2, 10).replaceAll('-', '')}-${i}`
  const item = (i: number, qty: number, price: string) => ({ sku: skus[i], qty, price })
  const second = { orderNo: no(2), supplierNo: 'V03', arriveAt: arriveAt(28) }
  return [
    {
      orderNo: no(1),
      supplierNo: 'V02',
      arriveAt: arriveAt(26),
      revision: 1,
      items: [item(0, 240, '6.20'), item(1, 120, '3.80')],
    },
    { ...second, revision: 2, items: [item(2, 96, '11.50'), item(3, 48, '8.00'), item(4, 60, '5.40')] },
    {
      orderNo: no(3),
      supplierNo: 'V05',
      arriveAt: arriveAt(30),
      revision: 1,
      items: [item(5, 144, '4.90'), { sku: 'NEW-2031', qty: 24, price: '19.90' }],
    },
    { ...second, revision: 1, items: [item(2, 48, '11.50')] },
  ]
}
const products = {
  code: 'ERP-PRODUCT',
  name: 'ERP拉取商品主数据',
  sourceKind: 'REST_PULL',
  object: 'mdm.product',
  endpoint: 'https://erp.example.com/api/products?since=$watermark&page=$page&size=$size',
  credentialKind: 'BEARER',
  recordsPath: 'data.items',
  watermarkPath: 'updatedAt',
  mappings: [
    { target: 'code', path: 'sku' },
    { target: 'name', path: 'title' },
    { target: 'qpcs.name', path: 'packs[].spec' },
    { target: 'qpcs.qpc', path: 'packs[].pieces' },
  ],
}

const stores = {
  code: 'OMS-STORE',
  name: 'SFTP接收门店文件',
  sourceKind: 'SFTP',
  object: 'wms.store',
  endpoint: 'sftp://files.example.com:22/lading/stores',
  credentialKind: 'BASIC',
  credentialName: 'lading',
  cron: '0 5 * * *',
  mappings: [
    { target: 'code', path: '门店编号' },
    { target: 'name', path: '门店名称' },
  ],
}
const events = {
  code: 'ERP-EVENT',
  name: 'ERP接收出入库结果',
  direction: 'OUT',
  sourceKind: 'REST_SEND',
  events: ['received', 'shipped', 'adjusted'],
  endpoint: 'https://erp.example.com/api/movements',
  credentialKind: 'BEARER',
  mappings: [
    { target: 'doc.type', path: 'type', words: 'received=101;shipped=601;adjusted=701' },
    { target: 'doc.no', path: 'source.billNo' },
    { target: 'items[].sku', path: 'lines[].product' },
    { target: 'items[].qty', path: 'lines[].qty' },
  ],
}
const scale = {
  code: 'SCALE-CHECK',
  name: '复核台电子秤',
  sourceKind: 'SERIAL',
  endpoint: 'tcp://scale.example.com:4001',
  lineFormat: 'AND',
  lineUnit: 'kg',
}
const day = 86_400_000

/** How the night's pull of products went, by the hour of the last days. */
async function seedRuns(ctx: Ctx, configId: string): Promise<void> {
  const before = (ms: number): Date => new Date(ctx.now().getTime() - ms)
  const run = (days: number, more: object) => {
    const at = before(days * day)
    const none = { readCount: 0, sameCount: 0, okCount: 0, failedCount: 0, message: null, messageEn: null }
    return {
      ...none,
      configId,
      trigger: 'CRON' as const,
      startedAt: at,
      endedAt: new Date(at.getTime() + 4_200),
      ...more,
    }
  }
  const [zh, en] = new Fault(collectionFaults.status, { status: 503 }).said
  await insert(ctx, collectionRun, [
    run(3, { status: 'DONE' as const, readCount: 48, okCount: 48 }),
    run(2, { status: 'FAILED' as const, message: zh, messageEn: en }),
    run(1, { status: 'DONE' as const, readCount: 52, sameCount: 40, okCount: 12 }),
  ])
  await ctx.tx.run(sql`
    update sys_data_collection set last_at = ${before(day)}, last_status = 'DONE', watermark = ${before(day).toISOString()}
    where tenant_id = ${ctx.tenantId} and id = ${configId}`)
}

/** What the ERP was told before the company paused it: taken, refused until nobody tried any more, and called off. */
async function seedSent(ctx: Ctx, configId: string): Promise<void> {
  const states = [
    { status: 'OK', tries: 1, httpStatus: 200, rawAnswer: '{"accepted":true}' },
    { status: 'OK', tries: 3, httpStatus: 200, rawAnswer: '{"accepted":true}' },
    { status: 'FAILED', tries: 8, httpStatus: 422, rawAnswer: '{"error":"unknown sku"}' },
    { status: 'CANCELLED', tries: 2, httpStatus: 503, rawAnswer: 'maintenance' },
  ] as const
  const types = ['received', 'shipped', 'adjusted', 'received'] as const
  const rows = states.map((state, i) => {
    const type = types[i] ?? 'received'
    const at = new Date(ctx.now().getTime() - (states.length - i) * day)
    const source = { ...messageSample.source, billNo: `R2601050000${10 + i}` }
    const message = { ...messageSample, id: ctx.newId(), type, source, occurredAt: at.toISOString() }
    const isTaken = state.status === 'OK'
    const [zh, en] = new Fault(collectionFaults.status, { status: state.httpStatus }).said
    return {
      ...state,
      configId,
      direction: 'OUT' as const,
      object: type,
      businessNo: `${message.source.billNo} ${message.id}`,
      document: documentOf(message),
      revision: 1,
      message: isTaken ? null : zh,
      messageEn: isTaken ? null : en,
      doneAt: at,
      rawRecord: JSON.stringify(message),
      sentBody: jsonBody(message as unknown as OutsideRecord, events.mappings.map(asMapping)),
    }
  })
  await insert(ctx, dataInteractive, rows)
  await ctx.tx.run(sql`
    update sys_data_collection set last_at = ${ctx.now()}, last_status = 'FAILED' where tenant_id = ${ctx.tenantId} and id = ${configId}`)
}
const asMapping = ({ target, path, ...more }: { target: string; path: string; words?: string }): Mapping => ({
  target,
  path,
  fixed: null,
  words: more.words ?? null,
})

/** Goods that are ordered by the piece, by their codes. */
async function ordered(ctx: Ctx): Promise<readonly string[]> {
  const rows = await ctx.tx.query<{ code: string }>(sql`
    select p.code from ${named(ctx, product, 'p')}
    where not p.is_weigh and not p.disabled and exists (
      select 1 from ${named(ctx, productOwner.entity, 'po')} join ${named(ctx, owner, 'o')} on o.id = po.owner_id
      where po.product_id = p.id and o.code = 'O1')
    order by p.code limit 6`)
  return rows.map(({ code }) => code)
}

/**
 * What comes to the demo company from its other systems, and goes to them: vendors and orders that are sent, products that it could ask
 * for; files, a scale and events whose other side is none, and which are therefore off.
 */
export async function seedCollections({ server, org, run, ask }: Site): Promise<void> {
  const centre = await run((ctx) => orgIdOf(ctx, 'DC01'))
  const { create } = crudCalls(dataCollection)
  const make = async (config: object) => (await ask(create?.path, { orgId: org.id, ...config })) as Seen
  await make(vendors)
  const asked = await make(products)
  await run((ctx) => seedRuns(ctx, asked.id))
  for (const config of [stores, { ...scale, orgId: centre }, { ...events, orgId: centre }]) {
    const made = await make(config)
    await run(async (ctx) => {
      await ctx.tx.run(sql`
        update sys_data_collection set disabled = true, next_at = null where tenant_id = ${ctx.tenantId} and id = ${made.id}`)
      if (config.code === events.code) await seedSent(ctx, made.id)
    })
  }
  await ask(collectionCalls.push.path, { code: vendors.code, records: sent })
  await make({ ...orders, orgId: centre })
  const skus = await run(ordered)
  await ask(collectionCalls.push.path, { code: orders.code, records: sentOrders(skus, server.kernel.now()) })
}
