import { alive, asking, days, owner, store, vendor } from './params.ts'
import { across, beside, drawn, figure, group, quotient, worked } from './sheet.ts'

const red = { color: '#c00000', bold: true } as const
const folder = '作业'
const low = (key: string) => ({ when: [{ if: `not(isblank({${key}})) and {${key}}<0.95`, style: red }] })
const product = [
  group('productId.code', '商品编码', 120),
  group('productId', '商品名称', 200),
  beside('productId.baseUnit', '单位', 60),
]

/** What came, what went, and who did it. */
export const flowStarters = [
  drawn({
    ...{ code: 'STD-INBOUND', name: '供应商到货达成', folder, note: '入库计划与实收对比，达成率低于95%标红' },
    ...{ model: 'wms.inboundLine', subtotals: 1 },
    ...asking(alive('billId.state'), days('billId.bizDate'), owner('billId.ownerId'), vendor('billId.vendorId')),
    columns: [
      group('billId.vendorId', '供应商', 180),
      ...product,
      figure('plan', '计划数量'),
      figure('done', '实收数量'),
      figure('refused', '拒收数量'),
      figure('canceled', '取消数量'),
      worked(['gap', '未到数量'], '{plan}-{done}-{refused}-{canceled}', 'add'),
      quotient('fill', '达成率', low('fill')),
    ],
  }),
  drawn({
    ...{ code: 'STD-OUTBOUND', name: '门店出库月报', folder, note: '按类别、门店统计出库计划数量，按月展开' },
    ...{ model: 'wms.outboundLine', subtotals: 1 },
    ...asking(
      alive('billId.state'),
      days('billId.bizDate', '@year_start'),
      owner('billId.ownerId'),
      store('billId.storeId'),
    ),
    columns: [
      group('productId.categoryId', '商品类别', 140),
      group('billId.storeId.code', '门店编码', 110),
      group('billId.storeId', '门店名称', 180),
      across('billId.bizDate:MONTH', 'plan'),
      worked(['total', '合计'], 'sum({billId.bizDate:MONTH})', 'add'),
    ],
  }),
  drawn({
    ...{ code: 'STD-FILL', name: '门店订单满足率', folder, note: '按片区、门店对比订单、拣货与发货数量，低于95%标红' },
    ...{ model: 'wms.outboundLine', subtotals: 1 },
    ...asking(alive('billId.state'), days('billId.bizDate'), owner('billId.ownerId'), store('billId.storeId')),
    columns: [
      group('billId.storeId.region', '片区', 120),
      group('billId.storeId.code', '门店编码', 110),
      group('billId.storeId', '门店名称', 180),
      figure('lines', '行数', { format: '#,##0' }),
      figure('plan', '订单数量'),
      figure('picked', '拣货数量'),
      figure('sent', '发货数量'),
      figure('short', '缺货数量'),
      quotient('fill', '满足率', low('fill')),
    ],
  }),
  drawn({
    ...{ code: 'STD-PICK', name: '拣货人员日报', folder, note: '按人员、日统计已确认的拣货行数与数量' },
    ...{ model: 'wms.pickLine', subtotals: 1, ...asking(days('confirmedAt'), owner()) },
    columns: [
      group('confirmedBy', '拣货人', 140),
      group('confirmedAt:DAY', '日期', 110),
      figure('lines', '行数', { format: '#,##0' }),
      figure('plan', '计划数量'),
      figure('done', '拣货数量'),
      figure('short', '缺货数量'),
      quotient('shortRate', '缺货率', { format: '0.00%' }),
    ],
  }),
  drawn({
    ...{ code: 'STD-SHORT', name: '拣货缺货排行', folder, note: '按商品统计拣货缺货，缺得多的在前' },
    ...{ model: 'wms.pickLine', subtotals: 0, ...asking(days('confirmedAt'), owner()) },
    sort: [{ field: 'short', desc: true }],
    columns: [
      ...product,
      group('fromBinId.areaId', '区域', 120),
      figure('lines', '行数', { format: '#,##0' }),
      figure('plan', '计划数量'),
      figure('done', '拣货数量'),
      figure('short', '缺货数量', { when: [{ if: '{short}>0', style: red }] }),
      quotient('shortRate', '缺货率', { format: '0.00%' }),
    ],
  }),
  drawn({
    ...{ code: 'STD-RETURN', name: '门店退货原因', folder, note: '按退货原因、门店统计申请、实收与拒收数量' },
    ...{ model: 'wms.returnLine', subtotals: 1 },
    ...asking(alive('billId.state'), days('billId.bizDate'), owner('billId.ownerId'), store('billId.storeId')),
    columns: [
      group('cause', '退货原因', 160),
      group('billId.storeId.code', '门店编码', 110),
      group('billId.storeId', '门店名称', 180),
      figure('lines', '行数', { format: '#,##0' }),
      figure('plan', '申请数量'),
      figure('done', '实收数量'),
      figure('refused', '拒收数量'),
      worked(['rate', '实收率'], '{done}/{plan}', 'again', { format: '0.0%' }),
    ],
  }),
]
