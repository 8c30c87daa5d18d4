import { carrierFeeBill } from '@lading/contract/tms/feeBill.ts'
import { rerateTrip } from '@lading/contract/tms/feeCalls.ts'
import { call, newKey } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'

/** 重新计费 of the trips of these charges, each once. @returns whether all went well */
export async function rerateAll(rows: readonly Row[]): Promise<boolean> {
  const trips = [...new Set(rows.flatMap((r) => (typeof r.tripId === 'string' ? [r.tripId] : [])))]
  try {
    for (const tripId of trips) await call(rerateTrip, { tripId }, { key: newKey() } as never)
    notify('good', sayNow(['已重新计费{n}张派车单', '{n} trips rated again'], { n: trips.length }))
    return true
  } catch (error) {
    report(error)
    return false
  } finally {
    await changed(carrierFeeBill.header)
  }
}
