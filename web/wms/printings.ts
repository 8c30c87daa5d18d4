import { printCalls } from '@lading/contract/wms/printCalls.ts'
import type { Printing } from '../platform/print/usePrint.ts'

/** What the warehouse prints. */
export const printings = {
  container: { call: printCalls.container, title: ['打印标签', 'Print label'] },
  bin: { call: printCalls.bin, title: ['打印标签', 'Print label'], onSheet: ['打印标签（A4）', 'Print labels on A4'] },
  product: {
    call: printCalls.product,
    title: ['打印条码', 'Print label'],
    onSheet: ['打印条码（A4）', 'Print labels on A4'],
    anywhere: true,
  },
  productQpc: { call: printCalls.productQpc, title: ['打印箱条码', 'Print case label'], anywhere: true },
  pickTask: { call: printCalls.pickTask, title: ['打印拣货单', 'Print pick sheet'] },
  operateBill: { call: printCalls.operateBill, title: ['打印送货单', 'Print delivery note'] },
} as const satisfies Record<keyof typeof printCalls, Printing>
