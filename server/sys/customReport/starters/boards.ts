import type { Dashboard, Widget } from '@lading/contract/sys/dashboard.ts'
import type { ReportSet } from '@lading/contract/sys/reportTemplate.ts'
import { alive, asking, days, owner } from './params.ts'
import type { Starter } from './sheet.ts'

const { params, filters } = asking(alive('billId.state'), days('billId.bizDate'), owner('billId.ownerId'))
/** Of the orders that are asked for. */
const set = (dims: readonly string[], measures: readonly string[]): ReportSet => ({
  ...{ model: 'wms.outboundLine', dims: [...dims], measures: [...measures], filters: [...filters] },
  sort: dims.map((field) => ({ field, desc: false })),
})
const widget = (
  id: string,
  type: Widget['type'],
  title: string,
  of: string,
  more: Pick<Widget, 'figures' | 'at'> & Partial<Widget>,
): Widget => ({
  ...{ id, type, title, set: of, ...more },
})

const ship: Dashboard = {
  v: 1,
  refresh: 300,
  params: [...params],
  sets: {
    all: set([], ['lines', 'plan', 'sent', 'short', 'fill']),
    byDay: set(['billId.bizDate'], ['plan', 'sent']),
    byStore: set(['billId.storeId'], ['plan', 'sent', 'fill']),
    byKind: set(['productId.categoryId'], ['plan']),
    short: set(['productId'], ['plan', 'short']),
  },
  widgets: [
    widget('lines', 'FIGURE', '订单行', 'all', { figures: ['lines'], at: [0, 0, 3, 2] }),
    widget('plan', 'FIGURE', '订单数量', 'all', { figures: ['plan'], at: [3, 0, 3, 2] }),
    widget('sent', 'FIGURE', '已发数量', 'all', { figures: ['sent'], at: [6, 0, 3, 2] }),
    widget('fill', 'FIGURE', '满足率', 'all', { figures: ['fill'], format: '0.0%', least: 0.95, at: [9, 0, 3, 2] }),
    widget('day', 'LINE', '每日订单与发货', 'byDay', {
      by: 'billId.bizDate',
      figures: ['plan', 'sent'],
      at: [0, 2, 8, 5],
    }),
    widget('kind', 'PIE', '商品类别', 'byKind', {
      by: 'productId.categoryId',
      figures: ['plan'],
      most: 8,
      at: [8, 2, 4, 5],
    }),
    widget('store', 'BAR', '订单最多的门店', 'byStore', {
      by: 'billId.storeId',
      figures: ['plan', 'sent'],
      most: 12,
      at: [0, 7, 7, 5],
    }),
    widget('short', 'TABLE', '缺货最多的商品', 'short', {
      by: 'productId',
      figures: ['short', 'plan'],
      most: 10,
      at: [7, 7, 5, 5],
    }),
  ],
}

/** What somebody looks at in the morning, drawn as he would draw it. */
export const boardStarters: readonly Starter[] = [
  { code: 'STD-BOARD', name: '出库看板', folder: '看板', note: '订单、发货与满足率，每5分钟刷新', template: ship },
]
