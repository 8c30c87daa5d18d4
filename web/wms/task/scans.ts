import type { LogEntry } from '@lading/contract/kernel/log.ts'
import type { Text } from '@lading/contract/kernel/text.ts'

/** One confirm of a task's log: what was scanned, and how much was moved. */
export interface Scanned {
  readonly key: string
  readonly at: string
  readonly user: string
  readonly what: Text
  readonly lineNo: number | undefined
  readonly qty: string | undefined
  readonly bin: string | undefined
  readonly product: string | undefined
  readonly container: string | undefined
  readonly device: string | undefined
}

/** What a task's log says beside other logs. */
interface TaskEntry extends LogEntry {
  readonly lineNo?: number | null
  readonly payload?: {
    readonly qty?: string
    readonly scans?: { readonly bin?: string; readonly product?: string; readonly container?: string }
    /** When the scan was made, if it waited for the network. */
    readonly scannedAt?: string
  } | null
}

/** The confirms among a task's log, newest first as they come; at the time of the scan, not of its arrival. */
export const scansIn = (log: readonly TaskEntry[]): readonly Scanned[] =>
  log.flatMap((entry, i) => {
    const { payload } = entry
    if (entry.action !== 'confirm' && entry.action !== 'pickUp') return []
    const { scans = {} } = payload ?? {}
    return [
      {
        key: `${i} ${entry.at}`,
        at: payload?.scannedAt ?? String(entry.at),
        user: entry.user ?? '',
        what: entry.title,
        lineNo: entry.lineNo ?? undefined,
        qty: payload?.qty,
        bin: scans.bin,
        product: scans.product,
        container: scans.container,
        device: entry.source ?? undefined,
      },
    ]
  })
