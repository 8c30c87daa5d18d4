import { randomUUID } from 'node:crypto'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { dataCollection } from '@lading/contract/sys/collection.ts'
import { collectionCalls } from '@lading/contract/sys/collectionCalls.ts'
import { perform, systemIdentity, systemOrigin } from '../kernel/ctx.ts'
import type { Server } from '../server.ts'
import type { MadeTenant } from './tenant.ts'

const vendors = {
  code: 'SRM-VENDOR',
  name: '采购系统推送供应商',
  sourceKind: 'REST_PUSH',
  object: 'wms.vendor',
  mappings: [
    { target: 'code', path: 'supplierNo' },
    { target: 'name', path: 'supplierName' },
    { target: 'grade', path: 'level', words: '1=A;2=B;3=C', fixed: 'B' },
  ],
}
/** As the purchasing system has sent them this morning; the last is of a level that nobody has told us of. */
const sent = [
  { supplierNo: 'SRM1001', supplierName: '苏州优鲜食品有限公司', level: 1 },
  { supplierNo: 'SRM1002', supplierName: '宁波海达水产有限公司', level: 2 },
  { supplierNo: 'SRM1003', supplierName: '嘉兴禾丰粮油有限公司', level: 2 },
  { supplierNo: 'SRM1004', supplierName: '绍兴古越酒业有限公司' },
  { supplierNo: 'SRM1005', supplierName: '无锡太湖乳业有限公司', level: 5 },
]
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

/** What comes to the demo company from its other systems: vendors that are sent, and products that it could ask for. */
export async function seedCollections(server: Server, demo: MadeTenant): Promise<void> {
  const group = demo.orgs.get('LADING')
  if (!group) return
  const who = { ...systemIdentity(demo.tenantId, group), userId: demo.users.get('admin') ?? null, username: 'admin' }
  const ask = (path: string | undefined, input: object): Promise<unknown> => {
    const one = server.served.find(({ call }) => call.path === path)
    if (one?.kind !== 'plain') throw new Error(`nothing is served at ${path}`)
    return perform(server.kernel, demo.tenantId, systemOrigin(randomUUID()), who, (ctx) =>
      one.handle(ctx, one.call.input.parse(input) as never),
    )
  }
  const { create } = crudCalls(dataCollection)
  for (const config of [vendors, products]) await ask(create?.path, { ...config, orgId: group.id })
  await ask(collectionCalls.push.path, { code: vendors.code, records: sent })
}
