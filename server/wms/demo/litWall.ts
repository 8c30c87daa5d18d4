import { waveBill } from '@lading/contract/wms/waveBill.ts'
import type { Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { advance } from '../wave/pipeline.ts'
import { waveSteps } from '../wave/steps.ts'
import { orderFrom, type Shelf, seedShelf } from './lights.ts'
import type { DemoMasters } from './masters.ts'
import { step } from './orders.ts'
import { wall } from './sorting.ts'
import { wave } from './waves.ts'

const shelf: Shelf = {
  ...{ area: 'PK-S', name: '批拣播种区 Goods to be sorted', method: 'RF', bins: 'P', prefix: 'Y', seq: 9_100 },
  barcode: '69012350',
  goods: [
    ['抽纸', 'Facial tissue', '包'],
    ['湿巾', 'Wet wipes', '包'],
    ['香皂', 'Soap', '块'],
    ['牙膏', 'Toothpaste', '支'],
    ['洗手液', 'Hand wash', '瓶'],
    ['保鲜袋', 'Food bags', '盒'],
  ],
}
const shops = 12

/** Goods that are picked for many shops at once and sorted at a wall of lights; nobody has begun to pick them. */
export async function seedLitWall(run: Run, m: DemoMasters): Promise<void> {
  await run((ctx) => seedShelf(ctx, m, shelf))
  const scheme = { code: 'WALL-L', name: '电子标签播种墙 Wall of lights', mode: 'LIGHT', maxStores: 4 } as const
  await run((ctx) => wall(ctx, { area: shelf.area, bins: 'D-0', scheme }))
  const orders: string[] = []
  for (let i = 0; i < shops; i++) orders.push(await run((ctx) => orderFrom(ctx, m, shelf, i)))
  const id = await run((ctx) => wave(ctx, '日用品 批拣', businessDay(ctx), 'INTURN', orders))
  await run((ctx) => step(ctx, waveBill, id, 'start', waveSteps))
  while (await run((ctx) => advance(ctx, id)));
}
