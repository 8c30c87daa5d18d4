import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'

/**
 * A line whose containers tell what has come into them by now: what was done of it and is in none of them came into the
 * one that was scanned. The server says so itself where its answer brings the line; until then, or without a network, this does.
 */
export function boxedNow(line: WorkLine, scanned: string | undefined): WorkLine {
  const { boxes } = line
  if (!boxes || boxes.length === 0 || scanned === undefined) return line
  const more = boxes.reduce((n, b) => n - parseQty(b.doneQty), parseQty(line.doneQty))
  if (more <= 0n) return line
  const isKnown = boxes.some((b) => b.code === scanned)
  const now = isKnown ? boxes : [...boxes, { code: scanned, planQty: '0', doneQty: '0' }]
  return {
    ...line,
    boxes: now.map((b) => (b.code === scanned ? { ...b, doneQty: formatQty(parseQty(b.doneQty) + more) } : b)),
  }
}
