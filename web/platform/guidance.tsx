import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { guidance, guidanceFaults, publishCalls } from '@lading/contract/sys/guidance.ts'
import { EntityDetail } from '../kernel/detail/EntityDetail.tsx'
import type { Column } from '../kernel/list/columns.tsx'
import type { PageSet } from '../kernel/page.ts'
import type { Row } from '../kernel/records.ts'
import type { Tone } from '../ui/Mark.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { entityPage } from './entityPage.ts'
import { SheetList } from './sheet/SheetList.tsx'
import { usePublishing } from './usePublishing.ts'

const tones: Readonly<Record<string, Tone>> = { DRAFT: 'idle', PUBLISHED: 'good', WITHDRAWN: 'warn' }
const state: Column['render'] = (row, t) => (
  <StatusTag tone={tones[String(row.state)] ?? 'idle'}>
    {t(guidance.fields.state.choices?.[String(row.state)] ?? ['', ''])}
  </StatusTag>
)
const refused = (row: Row) =>
  row.isBrought ? guidanceFaults.brought.text : row.state === 'PUBLISHED' ? guidanceFaults.published.text : undefined

/** The pages of an area over what is written for people. */
export function guidancePages(of: AnyEntity): PageSet {
  const calls = publishCalls(of)
  const List = () => <SheetList of={of} cells={{ state }} rowActions={usePublishing(of, { calls, refused })} />
  const Detail = () => <EntityDetail of={of} actions={usePublishing(of, { calls, refused })} />
  return {
    ...entityPage(of),
    views: {
      ...entityPage(of).views,
      List: async () => ({ default: List }),
      Dtl: async () => ({ default: Detail }),
    },
  }
}
