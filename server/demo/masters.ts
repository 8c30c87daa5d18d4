import { product, productBarcode, productOwner, qpc } from '@lading/contract/mdm/product.ts'
import type { org } from '@lading/contract/sys/org.ts'
import { containerType } from '@lading/contract/wms/container.ts'
import { owner, ownerDc } from '@lading/contract/wms/owner.ts'
import { productCategory, store, vendor } from '@lading/contract/wms/partner.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'
import { initialsOf } from '../kernel/initials.ts'
import { insert, type NewRow } from '../kernel/insert.ts'
import type { RowOf } from '../kernel/rowOf.ts'
import { categories, type DemoProduct, demoProducts } from './catalogue.ts'
import { hashNumber } from './tenant.ts'

const volume = (p: DemoProduct): string => (p.grams / 750_000).toFixed(6)

/** Sides of a box in centimetres, from that of a cube of its volume. */
const sidesOf = <S extends Readonly<Record<string, number>>>(cube: number, shares: S) =>
  Object.fromEntries(Object.entries(shares).map(([side, share]) => [side, (cube * share).toFixed(1)]))

export interface DemoMasters {
  readonly owners: ReadonlyMap<string, string>
  readonly vendors: readonly string[]
  readonly stores: readonly { id: string; route: string }[]
  readonly products: readonly (DemoProduct & { id: string; qpcId: string; owners: readonly string[] })[]
}

/** Names that stand alone carry both languages, for a newcomer who reads only one of them. */
const districts = [
  ['浦东', 'Pudong'],
  ['黄浦', 'Huangpu'],
  ['徐汇', 'Xuhui'],
  ['长宁', 'Changning'],
  ['静安', "Jing'an"],
  ['普陀', 'Putuo'],
  ['虹口', 'Hongkou'],
  ['杨浦', 'Yangpu'],
  ['闵行', 'Minhang'],
  ['宝山', 'Baoshan'],
  ['嘉定', 'Jiading'],
  ['松江', 'Songjiang'],
  ['青浦', 'Qingpu'],
  ['奉贤', 'Fengxian'],
  ['余杭', 'Yuhang'],
  ['西湖', 'Xihu'],
  ['拱墅', 'Gongshu'],
  ['滨江', 'Binjiang'],
  ['吴中', 'Wuzhong'],
  ['姑苏', 'Gusu'],
] as const
const places = [
  ['中心店', 'Central'],
  ['广场店', 'Plaza'],
] as const

const named = (name: string) => ({ name, initials: initialsOf(name) })

/** Masters of the enterprise: owners, vendors, 40 stores on 8 routes, categories and a few hundred products. */
export async function seedMasters(ctx: Ctx): Promise<DemoMasters> {
  const owners = [
    {
      id: ctx.newId(),
      code: 'O1',
      ...named('来丁自营 Lading Retail'),
      shortName: '来丁',
      kind: 'SELF' as const,
      overPct: '5',
    },
    {
      id: ctx.newId(),
      code: 'O2',
      ...named('鲜禾食品 Xianhe Foods'),
      shortName: '鲜禾',
      kind: 'CLIENT' as const,
      contractNo: 'HT2026-018',
      overPct: '0',
    },
  ]
  await insert(ctx, owner, owners)
  const centres = await ctx.tx.query<RowOf<typeof org, 'id'>>(
    sql`select id from sys_org where tenant_id = ${ctx.tenantId} and type = 'DC' order by code`,
  )
  // The other one is served everywhere.
  await insert(
    ctx,
    ownerDc.entity,
    centres.map(({ id }) => ({ ownerId: owners[0]?.id, dcId: id })),
  )
  const vendors = vendorRows(ctx)
  await insert(ctx, vendor, vendors)
  const stores = storeRows(ctx)
  await insert(ctx, store, stores)
  const categoryIds = new Map(categories.map((c) => [c.code, ctx.newId()]))
  await insert(
    ctx,
    productCategory,
    categories.map((c) => ({
      id: categoryIds.get(c.code) ?? '',
      code: c.code,
      name: `${c.zh} ${c.en}`,
      temperature: c.temperature,
      path: `/${categoryIds.get(c.code)}/`,
      level: 1,
    })),
  )
  await seedContainerTypes(ctx)
  const products = await seedProducts(
    ctx,
    owners.map((o) => o.id),
    vendors.map((v) => v.id),
    categoryIds,
  )
  return {
    owners: new Map(owners.map((o) => [o.code, o.id])),
    vendors: vendors.map((v) => v.id),
    stores: stores.map((s) => ({ id: s.id, route: s.route })),
    products,
  }
}

function vendorRows(ctx: Ctx) {
  return [
    '沪江食品供应 Hujiang Foods',
    '钱塘饮品 Qiantang Drinks',
    '太湖粮油 Taihu Staples',
    '长三角日化 Delta Household',
    '东海水产 Donghai Seafood',
    '申城果蔬 Shencheng Produce',
    '苏南乳业 Sunan Dairy',
    '华东冷链 Huadong Cold Chain',
  ].map((name, i) => ({
    id: ctx.newId(),
    code: `V${String(i + 1).padStart(2, '0')}`,
    ...named(name),
    grade: i % 3 === 0 ? ('A' as const) : ('B' as const),
    contact: '业务部',
    needAppointment: i % 2 === 0,
    dockGroup: i === 7 ? '收货口' : null,
  }))
}

function storeRows(ctx: Ctx) {
  return districts.flatMap(([district, districtEn], d) =>
    places.map(([place, placeEn], p) => ({
      id: ctx.newId(),
      code: `S${String(d * 2 + p + 1).padStart(3, '0')}`,
      ...named(`${district}${place} ${districtEn} ${placeEn}`),
      region: d < 14 ? '上海' : d < 18 ? '杭州' : '苏州',
      route: `L${(d % 8) + 1}`,
      contact: `${'王李张刘陈'[d % 5]}店长`,
      phone: `1390000${String(d * 2 + p + 1).padStart(4, '0')}`,
      address: `${d < 14 ? '上海市' : d < 18 ? '杭州市' : '苏州市'}${district}区人民路${d * 10 + p + 1}号`,
      priority: 30 + (d % 4) * 10,
      windowFrom: '06:00',
      windowTo: '10:00',
      minRemainPct: d % 5 === 0 ? '33.33' : null,
      minOrderCases: d >= 18 ? 1 : null,
    })),
  )
}

async function seedContainerTypes(ctx: Ctx): Promise<void> {
  const types: NewRow<typeof containerType.fields>[] = [
    {
      code: 'PLT',
      name: '标准托盘 Pallet',
      category: 'PALLET',
      returnable: true,
      prefix: 'PL',
      digits: 6,
      volumeM3: '1.5',
      maxWeightKg: '1000',
      tareKg: '18',
      deposit: '80',
    },
    {
      code: 'TOTE',
      name: '周转箱 Tote',
      category: 'TOTE',
      returnable: true,
      prefix: 'ZX',
      digits: 6,
      volumeM3: '0.06',
      maxWeightKg: '25',
      tareKg: '1.5',
      deposit: '30',
    },
    {
      code: 'CAGE',
      name: '笼车 Roll cage',
      category: 'CAGE',
      returnable: true,
      prefix: 'LC',
      digits: 5,
      volumeM3: '0.9',
      maxWeightKg: '400',
      tareKg: '28',
      deposit: '200',
    },
    {
      code: 'CTN',
      name: '配送纸箱 Carton',
      category: 'CARTON',
      returnable: false,
      prefix: 'ZZ',
      digits: 7,
      volumeM3: '0.08',
      maxWeightKg: '30',
      tareKg: '0.6',
    },
  ]
  await insert(ctx, containerType, types)
}

async function seedProducts(
  ctx: Ctx,
  ownerIds: readonly string[],
  vendorIds: readonly string[],
  categoryIds: ReadonlyMap<string, string>,
): Promise<DemoMasters['products']> {
  const [self = '', client = ''] = ownerIds
  const list = demoProducts().map((p) => ({
    ...p,
    id: ctx.newId(),
    qpcId: ctx.newId(),
    owners: p.category === '40' ? [self, client] : p.category === '50' ? [client] : [self],
  }))
  await insert(
    ctx,
    product,
    list.map((p) => ({
      id: p.id,
      code: p.code,
      ...named(p.zh),
      nameEn: p.en,
      spec: p.spec,
      categoryId: categoryIds.get(p.category),
      baseUnit: p.unit,
      isWeigh: p.weigh,
      catchPct: p.weigh ? '5' : null,
      shelfMode: p.days === undefined ? 'NONE' : 'PROD_DATE',
      shelfLifeDays: p.days ?? null,
      nearDays: p.days === undefined ? null : Math.ceil(p.days / 4),
      lotBy: p.days === undefined ? [] : ['EXPIRY'],
      temperature: p.temperature,
      abc: (['A', 'A', 'B', 'B', 'B', 'C', 'C', 'C', 'C', 'C'] as const)[hashNumber(p.code) % 10],
      weightKg: (p.grams / 1000).toFixed(3),
      netWeightKg: ((p.grams * 0.96) / 1000).toFixed(3),
      ...sidesOf(Math.cbrt(p.grams / 0.75), { lengthCm: 0.8, widthCm: 0.8, heightCm: 1.5 }),
      volumeM3: volume(p),
      price: ((hashNumber(`price${p.code}`) % 3000) / 100 + 1).toFixed(2),
      brand: p.brand ?? null,
    })),
  )
  await seedPacks(ctx, list, vendorIds)
  return list
}

/** Packs, barcodes and owners of the products. */
async function seedPacks(ctx: Ctx, list: DemoMasters['products'], vendorIds: readonly string[]): Promise<void> {
  await insert(
    ctx,
    qpc,
    list.map((p) => ({
      id: p.qpcId,
      productId: p.id,
      name: `1*${p.caseOf}`,
      qpc: String(p.caseOf),
      caseUnit: '箱',
      barcode: p.caseBarcode,
      isDefault: true,
      palletTi: 8,
      palletHi: 5,
      weightKg: ((p.grams * p.caseOf) / 1000).toFixed(3),
      netWeightKg: ((p.grams * 0.96 * p.caseOf) / 1000).toFixed(3),
      palletWeightKg: ((p.grams * p.caseOf * 40) / 1000).toFixed(3),
      // A few are still to be measured.
      ...(hashNumber(p.code) % 9 === 0
        ? {}
        : sidesOf(Math.cbrt((p.grams / 0.75) * p.caseOf), { lengthCm: 1.5, widthCm: 1.25, heightCm: 0.9 })),
      volumeM3: (Number(volume(p)) * p.caseOf).toFixed(6),
    })),
  )
  await insert(
    ctx,
    productBarcode.entity,
    list.map((p) => ({ productId: p.id, code: p.barcode })),
  )
  await insert(
    ctx,
    productOwner.entity,
    list.flatMap((p) =>
      p.owners.map((ownerId) => ({
        productId: p.id,
        ownerId,
        vendorId: vendorIds[hashNumber(p.category) % vendorIds.length],
      })),
    ),
  )
}
