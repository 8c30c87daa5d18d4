import type { Text } from '@lading/contract/kernel/text.ts'
import { mergeOperate, rearrangeStates, splitOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { makeWave } from '@lading/contract/wms/waveCalls.ts'
import type { Row } from '../../kernel/records.ts'
import type { OwnVerbs } from '../../platform/bill/useDialogs.tsx'
import { later } from '../../platform/later.ts'
import { openOf } from './rest.ts'

const whyVain = (row: Row): Readonly<Record<string, Text | undefined>> =>
  openOf(row) > 0n ? {} : { allocate: operateFaults.allAllocated.text, giveUpShort: operateFaults.noneShort.text }

/** Fetched when it is pressed: the list of pages must be readable without the client. */
const toWave = async (rows: readonly Row[]): Promise<boolean> => (await import('./makeWave.tsx')).makeWaveOf(rows)
const merge = async (rows: readonly Row[]): Promise<boolean> => (await import('./mergeOrders.ts')).mergeOrders(rows)

/** What is done to outbound orders beside the steps of their flow. */
export const operateVerbs: OwnVerbs = {
  dialogs: [
    {
      key: 'plan',
      title: ['试算', 'Simulate allocation'] satisfies Text,
      verb: 'view',
      from: ['SAVED', 'APPROVED', 'INPROGRESS'],
      view: later(async () => (await import('./PlanDrawer.tsx')).PlanDrawer),
    },
    {
      key: 'split',
      title: splitOperate.title,
      verb: 'update',
      from: rearrangeStates,
      view: later(async () => (await import('./SplitOrder.tsx')).SplitOrder),
    },
  ],
  refuses: whyVain,
  bulk: [
    { key: 'wave', title: makeWave.title, verb: 'create', of: waveBill.header, run: toWave },
    { key: 'merge', title: mergeOperate.title, verb: 'update', run: merge },
  ],
}
