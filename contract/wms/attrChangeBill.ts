import { code, date, ref, text } from '../kernel/field.ts'
import { stockBill } from './stockBill.ts'

/** 库存属性调整: goods that were received with wrong dates, batch or vendor get another lot where they are. */
export const attrChangeBill = stockBill('attrChangeBill', {
  title: ['库存属性调整', 'Stock attribute adjustment'],
  module: 'warehouse.attrChange',
  prefix: 'SX',
  lines: {
    newProduced: date(['新生产日期', 'New produced'], { hint: ['不填则不变', 'Unchanged if blank'] }),
    newExpires: date(['新到期日期', 'New expires']),
    newBatch: code(['新批号', 'New batch'], { max: 32 }),
    newVendorId: ref(['新供应商', 'New vendor'], 'wms.vendor'),
    newAttrs: text(['新批次属性', 'New lot attributes'], {
      max: 200,
      hint: ['如 产地=山东；证书=A12', 'Such as Origin=Shandong; Certificate=A12'],
    }),
  },
})
