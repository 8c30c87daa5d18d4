import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import type { Row } from '../../kernel/records.ts'

/** What of an inbound order has not come yet; the header's sums follow a moment after the work. */
export const toCome = (row: Row): bigint => {
  const sum = (name: string) => parseQty(String(row[name] ?? '0'))
  return sum('planQty') - sum('cancelQty') - sum('doneQty')
}

/** Whether goods may come: those that are due, or more of them within the tolerance. */
const mayCome = (row: Row): boolean => toCome(row) > 0n || row.mayExceed === true

/** More than was ordered may still come within the tolerance, which nobody waits for. */
export const orderAside = (row: Row): readonly string[] => (toCome(row) > 0n ? [] : ['createTask'])

/** Why a step makes no sense now though the order's state allows it; the server says the same. */
export const orderVain = (row: Row): Readonly<Record<string, Text | undefined>> =>
  mayCome(row) ? {} : { createTask: receiveFaults.allReceived.text }
