import { lightOrder } from '@lading/contract/dps/operateBill.ts'
import { warehouseBin } from '@lading/contract/dps/warehouseBin.ts'
import { lightWave } from '@lading/contract/dps/waveBill.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Load, PageSet } from '../../kernel/page.ts'
import { entityPage } from '../../platform/entityPage.ts'

const withList = (entity: AnyEntity, List: Load): PageSet => ({
  entity,
  views: { ...entityPage(entity).views, List },
})
export const binPages = withList(warehouseBin, async () => ({ default: (await import('./BinList.tsx')).BinList }))
export const orderPages = withList(lightOrder, async () => ({ default: (await import('./OrderList.tsx')).OrderList }))
export const wavePages = withList(lightWave, async () => ({ default: (await import('./WaveList.tsx')).WaveList }))
