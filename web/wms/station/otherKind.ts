import type { Text } from '@lading/contract/kernel/text.ts'
import { readGoods } from '@lading/contract/mdm/goodsCode.ts'
import { otherKind, type ScanKind, scanKinds, scannedKind } from '@lading/contract/wms/scanned.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { call } from '../../client/client.ts'
import { todayText } from '../../client/time.ts'
import { isGoodsOf } from './goods.ts'

/** What the lines of a task know a code as. */
export function kindIn(lines: readonly WorkLine[], code: string): ScanKind | undefined {
  const scan = readGoods(code, todayText())
  const has = (...places: readonly ({ readonly code: string } | null | undefined)[]) =>
    places.some((p) => p?.code === code && code !== 'LOOSE')
  if (lines.some((l) => has(l.fromBin, l.toBin))) return 'BIN'
  if (lines.some((l) => has(l.fromContainer, l.toContainer, ...(l.boxes ?? [])))) return 'CONTAINER'
  return lines.some((l) => isGoodsOf(l, scan)) ? 'PRODUCT' : undefined
}

/** What was scanned in the place of what was asked for; nothing as long as nobody can say. */
export async function otherThan(
  lines: readonly WorkLine[],
  code: string,
  asked: ScanKind,
): Promise<ScanKind | undefined> {
  const known = kindIn(lines, code)
  if (known !== undefined) return known === asked ? undefined : known
  // Without network what the station itself says has to do.
  const told = await call(scannedKind, { scan: code.slice(0, 200), asked }).catch(() => undefined)
  return told?.kind ?? undefined
}

/** That it is something else, and what to scan. */
export const otherText = (
  code: string,
  kind: ScanKind,
  asked: ScanKind,
): readonly [Text, Readonly<Record<string, unknown>>] => [
  otherKind.text,
  { scan: code, kind: scanKinds[kind], asked: scanKinds[asked] },
]
