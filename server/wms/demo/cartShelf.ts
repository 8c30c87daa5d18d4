import { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { Run } from '../../platform/demo/site.ts'
import { operateSteps } from '../operate/steps.ts'
import { orderFrom, type Shelf, seedShelf } from './lights.ts'
import type { DemoMasters } from './masters.ts'
import { step } from './orders.ts'

const shelf: Shelf = {
  ...{ area: 'PK-K', name: '拣货车区 Picked with carts', method: 'LIGHT', bins: 'K', prefix: 'W', seq: 9_200 },
  barcode: '69012360',
  goods: [
    ['马克杯', 'Mug', '个'],
    ['相框', 'Picture frame', '个'],
    ['香薰', 'Scented candle', '个'],
    ['靠垫', 'Cushion', '个'],
    ['台历', 'Desk calendar', '本'],
    ['钥匙扣', 'Key ring', '个'],
    ['手机壳', 'Phone case', '个'],
    ['帆布袋', 'Canvas bag', '个'],
  ],
}
const shops = 5

/** Goods of many shops that are seldom enough asked for to have no tags of their own: carts fetch them. */
export async function seedCartShelf(run: Run, m: DemoMasters): Promise<void> {
  await run((ctx) => seedShelf(ctx, m, shelf))
  for (let i = 0; i < shops; i++) {
    const id = await run((ctx) => orderFrom(ctx, m, shelf, i))
    await run((ctx) => step(ctx, operateBill, id, 'allocate', operateSteps))
  }
}
