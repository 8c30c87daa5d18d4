import { announcement } from '@lading/contract/sys/announcement.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useAnnouncementActions } from './useAnnouncementActions.ts'

const tones: Readonly<Record<string, Tone>> = { DRAFT: 'idle', PUBLISHED: 'good', WITHDRAWN: 'warn' }
const levels: Readonly<Record<string, Tone>> = { INFO: 'idle', WARN: 'warn', URGENT: 'bad' }
const tag =
  (name: 'state' | 'level', by: Readonly<Record<string, Tone>>): Column['render'] =>
  (row, t) => {
    const value = String(row[name])
    return (
      <StatusTag tone={by[value] ?? 'idle'}>
        {t(announcement.fields[name].choices?.[value] ?? [value, value])}
      </StatusTag>
    )
  }
const cells = { state: tag('state', tones), level: tag('level', levels) }

/** 公告: drafts, what is shown now, and what was. */
export const AnnouncementList = () => {
  const actionsOf = useAnnouncementActions()
  return <SheetList of={announcement} cells={cells} rowActions={actionsOf} />
}
