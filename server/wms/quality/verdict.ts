import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

export type QualityLine = RowOf<
  typeof qualityBill.line,
  | 'id'
  | 'lineNo'
  | 'productId'
  | 'containerId'
  | 'lotId'
  | 'qpcId'
  | 'binId'
  | 'goodType'
  | 'lotQty'
  | 'accept'
  | 'reject'
  | 'critical'
  | 'major'
  | 'minor'
  | 'verdict'
  | 'passQty'
  | 'rejectQty'
  | 'rejectType'
  | 'cause'
  | 'taskLineId'
>
export type QualityResult = RowOf<
  typeof qualityBill.result,
  'lineNo' | 'item' | 'kind' | 'least' | 'most' | 'amount' | 'said' | 'finding' | 'needed'
>

/** What was found of a check; a number within a range speaks for itself. Undefined where nothing was. */
export function findingOf(r: QualityResult): 'GOOD' | 'BAD' | undefined {
  if (r.finding) return r.finding
  if (r.kind === 'DOC') return r.said ? 'GOOD' : undefined
  if (r.kind === 'BOOL' || r.amount === null) return undefined
  const isOff =
    (r.least !== null && Number(r.amount) < Number(r.least)) || (r.most !== null && Number(r.amount) > Number(r.most))
  return isOff ? 'BAD' : 'GOOD'
}

/** A line says what was found, what becomes of all of it, and why; what the numbers speak against is a concession. */
export function demandVerdict(line: QualityLine, results: readonly QualityResult[]): void {
  const at = { line: line.lineNo }
  if (!line.verdict) refuse(qualityFaults.noVerdict, at)
  const [pass, rejected] = [parseQty(line.passQty ?? '0'), parseQty(line.rejectQty ?? '0')]
  if (pass + rejected !== parseQty(line.lotQty))
    refuse(qualityFaults.sum, { ...at, q: formatQty(parseQty(line.lotQty)) })
  if ((line.verdict === 'REJECT') !== (pass === 0n)) refuse(qualityFaults.contrary, at)
  const own = results.filter((r) => r.lineNo === line.lineNo)
  const open = own.find((r) => r.needed && findingOf(r) === undefined)
  if (open) refuse(qualityFaults.noResult, { ...at, item: open.item })
  if ((rejected > 0n || line.verdict === 'CONCESSION') && !line.cause) refuse(qualityFaults.needReason, at)
  const against = againstOf(line, own)
  if (line.verdict === 'PASS' && against) refuse(qualityFaults.mustReject, { ...at, why: against })
}

/** Why a line cannot simply be accepted. */
function againstOf(line: QualityLine, results: readonly QualityResult[]): Text | undefined {
  const bad = results.find((r) => findingOf(r) === 'BAD')
  if (bad) return [`检验项[${bad.item}]不合格`, `check [${bad.item}] is not good`]
  if ((line.critical ?? 0) > 0) return ['有致命缺陷', 'there are critical defects']
  const n = (line.major ?? 0) + (line.minor ?? 0)
  if (line.reject !== null && n >= line.reject)
    return [`缺陷数${n}达到拒收数${line.reject}`, `${n} defects reach the rejection number ${line.reject}`]
  return undefined
}
