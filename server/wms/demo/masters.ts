import { owner, ownerDc } from '@lading/contract/mdm/owner.ts'
import { productCategory, store, vendor } from '@lading/contract/mdm/partner.ts'
import { product, productBarcode, productOwner, qpc } from '@lading/contract/mdm/product.ts'
import type { org } from '@lading/contract/sys/org.ts'
import { userOwner } from '@lading/contract/sys/user.ts'
import { containerType } from '@lading/contract/wms/container.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { initialsOf } from '../../kernel/initials.ts'
import { insert } from '../../kernel/insert.ts'
import type { NewRow, RowOf } from '../../kernel/rowOf.ts'
import { as, hashNumber } from '../../platform/demo/site.ts'
import { categories, type DemoProduct, demoProducts } from './catalogue.ts'
import { seedGiftBox } from './giftBox.ts'

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

/** Names that stand alone carry both languages, for a newcomer who reads only one of them. With town, longitude and latitude. */
const districts = [
  ['浦东', 'Pudong', '上海市浦东新区', 121.5447, 31.2215],
  ['黄浦', 'Huangpu', '上海市黄浦区', 121.4846, 31.2316],
  ['徐汇', 'Xuhui', '上海市徐汇区', 121.4365, 31.1883],
  ['长宁', 'Changning', '上海市长宁区', 121.4246, 31.2205],
  ['静安', "Jing'an", '上海市静安区', 121.4474, 31.2279],
  ['普陀', 'Putuo', '上海市普陀区', 121.3955, 31.2493],
  ['虹口', 'Hongkou', '上海市虹口区', 121.5051, 31.2646],
  ['杨浦', 'Yangpu', '上海市杨浦区', 121.526, 31.2595],
  ['闵行', 'Minhang', '上海市闵行区', 121.3817, 31.1128],
  ['宝山', 'Baoshan', '上海市宝山区', 121.4896, 31.4055],
  ['嘉定', 'Jiading', '上海市嘉定区', 121.2655, 31.3748],
  ['松江', 'Songjiang', '上海市松江区', 121.2277, 31.0322],
  ['青浦', 'Qingpu', '上海市青浦区', 121.1241, 31.1507],
  ['奉贤', 'Fengxian', '上海市奉贤区', 121.4741, 30.9179],
  ['余杭', 'Yuhang', '浙江省杭州市余杭区', 119.9787, 30.2735],
  ['西湖', 'Xihu', '浙江省杭州市西湖区', 120.1297, 30.2596],
  ['拱墅', 'Gongshu', '浙江省杭州市拱墅区', 120.1415, 30.319],
  ['滨江', 'Binjiang', '浙江省杭州市滨江区', 120.212, 30.2084],
  ['吴中', 'Wuzhong', '江苏省苏州市吴中区', 120.632, 31.2624],
  ['姑苏', 'Gusu', '江苏省苏州市姑苏区', 120.6173, 31.3362],
] as const
const places = [
  ['中心店', 'Central'],
  ['广场店', 'Plaza'],
] as const
const surnames = '陈林黄周吴徐孙胡朱高何郭马罗梁宋郑谢韩唐'
/** Streets that no town has, and numbers that nobody answers. */
const streets = ['示范东路', '样板街', '试点大道', '演练路'] as const
const mobile = (n: number): string => `1990000${String(n).padStart(4, '0')}`

const named = (name: string) => ({ name, initials: initialsOf(name) })

/** Masters of the enterprise: owners, vendors, 40 stores on 8 routes, categories and a few hundred products. */
export async function seedMasters(ctx: Ctx): Promise<void> {
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
  // His clerk sees his goods only.
  const { userId } = await as(ctx, 'other')
  await insert(ctx, userOwner.entity, [{ userId, ownerId: owners[1]?.id }])
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
  await seedProducts(
    ctx,
    owners.map((o) => o.id),
    vendors.map((v) => v.id),
    categoryIds,
  )
  await seedGiftBox(ctx, owners[0]?.id ?? '', categoryIds.get('10'))
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
    ...vendorSite(i),
    needAppointment: i % 2 === 0,
    dockGroup: i === 7 ? '收货口' : null,
  }))
}

/** Where a vendor sits, and where it takes goods back. */
function vendorSite(i: number) {
  const [, , town] = districts[(i * 3 + 6) % districts.length] ?? districts[0]
  const address = `${town}样板工业园${i + 1}号`
  return {
    contact: `${surnames[i + 3]}经理`,
    phone: mobile(8001 + i),
    address,
    returnAddress: i % 3 === 0 ? `${address}退货仓` : null,
    unloadMinutes: 5 + (i % 3) * 2,
    returnDays: 7 + (i % 3) * 7,
  }
}

function storeRows(ctx: Ctx) {
  return districts.flatMap(([district, districtEn, town, longitude, latitude], d) =>
    places.map(([place, placeEn], p) => ({
      id: ctx.newId(),
      code: `S${String(d * 2 + p + 1).padStart(3, '0')}`,
      ...named(`${district}${place} ${districtEn} ${placeEn}`),
      region: d < 14 ? '上海' : d < 18 ? '杭州' : '苏州',
      route: `L${(d % 8) + 1}`,
      priority: 30 + (d % 4) * 10,
      windowFrom: '06:00',
      windowTo: '10:00',
      minRemainPct: d % 5 === 0 ? '33.33' : null,
      minOrderCases: d >= 18 ? 1 : null,
      contact: `${surnames[d]}店长`,
      phone: mobile(1001 + d * 2 + p),
      address: `${town}${streets[(d + p) % streets.length]}${18 + d * 7 + p * 120}号`,
      // The two of a district stand a kilometre or two apart.
      longitude: (longitude + (p === 0 ? 0 : 0.015)).toFixed(6),
      latitude: (latitude + (p === 0 ? 0 : 0.009)).toFixed(6),
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
): Promise<void> {
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
