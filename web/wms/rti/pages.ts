import { rtiDeposit } from '@lading/contract/wms/rtiDeposit.ts'
import type { Load } from '../../kernel/page.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { later } from '../../platform/later.ts'
import { depositVain } from './depositVain.ts'

export const depositPages = billPage(rtiDeposit, {
  next: later(async () => (await import('./Answer.tsx')).Answer),
  refuses: depositVain,
})
export const containerBoardPage: Load = async () => ({ default: (await import('./ContainerBoard.tsx')).ContainerBoard })
