import { alive, asking, days, number, only, owner, store } from './params.ts'
import { across, beside, drawn, figure, group, quotient, worked } from './sheet.ts'

const red = { color: '#c00000' } as const
/** What is no longer there needs no row. */
const empty = { when: [{ if: '{qty}=0', hide: 'ROW' as const }] }
const folder = '仓储'
const product = [
  group('productId.code', '商品编码', 120),
  group('productId', '商品名称', 200),
  beside('productId.baseUnit', '单位', 60),
]

/** What stands in the warehouse, and how it was found to be. */
export const stockStarters = [
  drawn({
    ...{ code: 'STD-STOCK', name: '货主商品库存', folder, note: '按货主、商品汇总在库、占用与可用数量' },
    ...{ model: 'wms.stock', subtotals: 1, ...asking(owner()) },
    columns: [
      group('ownerId', '货主', 140),
      ...product,
      figure('qty', '在库数量', empty),
      figure('reserved', '占用数量'),
      worked(['free', '可用数量'], '{qty}-{reserved}', 'add', { when: [{ if: '{free}<0', style: red }] }),
      quotient('reservedRate', '占用率'),
    ],
  }),
  drawn({
    ...{ code: 'STD-EXPIRY', name: '库存效期预警', folder, note: '按到期日列出批次库存，已过期与临近到期的标色' },
    ...{ model: 'wms.stock', subtotals: 1 },
    ...asking(
      owner(),
      number('near', ['临期天数', 'Days that are near'], '30'),
      only({ field: 'lotId.expireDate', op: 'filled' }),
    ),
    sort: [{ field: 'lotId.expireDate', desc: false }],
    columns: [
      group('ownerId', '货主', 140),
      group('lotId.expireDate', '到期日期', 100),
      ...product,
      group('lotId.lotNo', '批号', 150),
      worked(['left', '剩余天数'], 'days(today(),{lotId.expireDate})', undefined, {
        format: '#,##0',
        when: [
          { if: '{left}<=$near', style: { fill: '#fff2cc' } },
          { if: '{left}<=0', style: { fill: '#f8cbad', color: '#c00000' } },
        ],
      }),
      figure('qty', '在库数量', empty),
    ],
  }),
  drawn({
    ...{ code: 'STD-AGE', name: '库龄分析', folder, note: '按最近入库日计算库龄；没有最近入库日的列入最后一段' },
    ...{ model: 'wms.stock', subtotals: 1, ...asking(owner()) },
    columns: [
      group('ownerId', '货主', 140),
      ...product,
      group('lastInAt:DAY', '最近入库', 100),
      worked(['age', '库龄天数'], 'days({lastInAt:DAY},today())', undefined, { format: '#,##0' }),
      figure('qty', '在库数量', empty),
      worked(['a30', '30天内'], 'if(not(isblank({age})) and {age}<=30,{qty},0)', 'add'),
      worked(['a60', '31至60天'], 'if({age}>30 and {age}<=60,{qty},0)', 'add'),
      worked(['a90', '61至90天'], 'if({age}>60 and {age}<=90,{qty},0)', 'add'),
      worked(['old', '90天以上'], 'if(isblank({age}) or {age}>90,{qty},0)', 'add', {
        when: [{ if: '{old}>0', style: red }],
      }),
    ],
  }),
  drawn({
    ...{ code: 'STD-COUNT', name: '盘点差异', folder, note: '按区域、商品汇总最后一轮的账面、实盘与差异数量' },
    ...{ model: 'wms.count', subtotals: 1 },
    ...asking(alive('takeId.state'), days('takeId.bizDate'), owner()),
    columns: [
      group('binId.areaId', '区域', 140),
      group('takeId.billNo', '盘点单', 150),
      ...product,
      figure('book', '账面数量'),
      figure('counted', '实盘数量'),
      figure('diff', '差异数量', { when: [{ if: '{diff}<0', style: red }] }),
      quotient('diffRate', '差异率', { format: '0.00%' }),
    ],
  }),
  drawn({
    ...{ code: 'STD-RTI', name: '门店周转容器', folder, note: '各门店周转容器的收发净数与押金，按月展开' },
    ...{ model: 'wms.returnable', subtotals: 1 },
    ...asking(
      days('postingId.postedAt', '@year_start'),
      store('accountId.storeId'),
      only({ field: 'accountId.storeId', op: 'filled' }),
    ),
    columns: [
      group('accountId.storeId', '门店', 180),
      group('accountId.typeId', '容器类型', 140),
      across('postingId.postedAt:MONTH', 'delta'),
      worked(['total', '净数合计'], 'sum({postingId.postedAt:MONTH})', 'add'),
      figure('deposit', '押金', { format: '#,##0.00' }),
    ],
  }),
]
