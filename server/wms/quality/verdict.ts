import { type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import { type Checked, findingOf, isMissing } from '@lading/contract/wms/qualityFinding.ts'
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
/** A line says what was found, what becomes of all of it, and why; what the numbers speak against is a concession. */
export function demandVerdict(line: QualityLine, results: readonly Checked[], called: (item: string) => Text): void {
  const at = { line: line.lineNo }
  if (!line.verdict) refuse(qualityFaults.noVerdict, at)
  const [pass, rejected] = [parseQty(line.passQty ?? '0'), parseQty(line.rejectQty ?? '0')]
  if (pass + rejected !== parseQty(line.lotQty))
    refuse(qualityFaults.sum, { ...at, q: formatQty(parseQty(line.lotQty)) })
  if ((line.verdict === 'REJECT') !== (pass === 0n)) refuse(qualityFaults.contrary, at)
  const own = results.filter((r) => r.lineNo === line.lineNo)
  const open = own.find(isMissing)
  if (open) refuse(missingFaults[open.kind], { ...at, item: called(open.item) })
  if ((rejected > 0n || line.verdict === 'CONCESSION') && !line.cause) refuse(qualityFaults.needReason, at)
  demandNoneAgainst(line, results, called)
}

/** What is accepted has nothing against it. @throws Fault mustReject */
export function demandNoneAgainst(
  line: QualityLine,
  results: readonly Checked[],
  called: (item: string) => Text,
): void {
  if (line.verdict !== 'PASS') return
  const own = results.filter((r) => r.lineNo === line.lineNo)
  const why = againstOf(line, own, called)
  if (why) refuse(qualityFaults.mustReject, { line: line.lineNo, why })
}

/** What a check lacks that has to be made and was not. */
const missingFaults: Readonly<Record<Checked['kind'], Refusal>> = {
  BOOL: qualityFaults.noResult,
  NUMBER: qualityFaults.noResult,
  RANGE: qualityFaults.noResult,
  DOC: qualityFaults.noDocument,
  PHOTO: qualityFaults.noPhoto,
}

/** Why a line cannot simply be accepted. */
function againstOf(line: QualityLine, results: readonly Checked[], called: (item: string) => Text): Text | undefined {
  const bad = results.find((r) => findingOf(r) === 'BAD')
  if (bad) {
    const [zh, en] = called(bad.item)
    return [`检验项[${zh}]不合格`, `check [${en}] is not good`]
  }
  if ((line.critical ?? 0) > 0) return ['有致命缺陷', 'there are critical defects']
  const n = (line.major ?? 0) + (line.minor ?? 0)
  if (line.reject !== null && n >= line.reject)
    return [`缺陷数${n}达到拒收数${line.reject}`, `${n} defects reach the rejection number ${line.reject}`]
  return undefined
}
