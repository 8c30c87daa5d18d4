import { alive, asking, carrier, days } from './params.ts'
import { drawn, figure, group, worked } from './sheet.ts'

const folder = '运输'

/** What is carried, and what that costs. */
export const transportStarters = [
  drawn({
    ...{
      code: 'STD-WAYBILL',
      name: '站点运单日报',
      folder,
      note: '按到达站点、日统计运单、件数、重量与体积；已取消的不计',
    },
    ...{ model: 'tms.wayBill', subtotals: 1 },
    ...asking(alive('state', 'CANCELLED'), days('bizDate')),
    columns: [
      group('toSiteId', '到达站点', 200),
      group('bizDate', '业务日期', 110),
      figure('bills', '运单数', { format: '#,##0' }),
      figure('pieces', '件数', { format: '#,##0.###' }),
      figure('weight', '重量(kg)', { format: '#,##0.00' }),
      figure('volume', '体积(m³)', { format: '#,##0.000' }),
      worked(['density', '每方重量'], '{weight}/{volume}', 'again', { format: '#,##0.0' }),
    ],
  }),
  drawn({
    ...{ code: 'STD-CHARGE', name: '承运商费用汇总', folder, note: '按承运商、费用类型汇总；已作废的不计' },
    ...{ model: 'tms.carrierFeeBill', subtotals: 1 },
    ...asking(days('bizDate'), carrier('carrierId'), alive('state', 'VOID')),
    columns: [
      group('carrierId.code', '承运商编码', 120),
      group('carrierId', '承运商', 200),
      group('feeType', '费用类型', 140),
      figure('fees', '笔数', { format: '#,##0' }),
      figure('amount', '金额', { format: '#,##0.00' }),
      figure('tax', '其中税额', { format: '#,##0.00' }),
      worked(['net', '不含税金额'], '{amount}-{tax}', 'add', { format: '#,##0.00' }),
    ],
  }),
]
