import type { SubSystem } from '@lading/contract/menu.ts'
import type { LaidCell } from '@lading/contract/sys/laidReport.ts'
import { isReportPath } from '@lading/contract/sys/report.ts'
import { hashOf, place } from '../../client/location.ts'
import { listOf } from '../../kernel/registry.ts'

type Params = Readonly<Record<string, unknown>>
const said = (params: Params, before = ''): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, v]) => [`${before}${name}`, String(v ?? '')]))
/** Parameters as the address of a report has them. */
export const inAddress = (params: Params): Record<string, string> => said(params, 'p_')

/** Where a cell leads: to a report with its parameters, or to a list that is narrowed down; undefined: nowhere. */
export function linkHref({ path, params }: NonNullable<LaidCell['l']>, sub: SubSystem = 'rpt'): string | undefined {
  if (isReportPath(path)) return hashOf(place(sub, 'customReportLookView', { path, ...inAddress(params) }))
  const list = listOf(path, said(params))
  return list && hashOf(list)
}
