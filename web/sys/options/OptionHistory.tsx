import { optionCalls, type ShownOption } from '@lading/contract/sys/options.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'

interface Entry {
  readonly id: string
  readonly at: string
  readonly user: string | null
  readonly orgName: string | null
  readonly before: string | null
  readonly after: string | null
}

/** Who set an option to what, and when. */
export function OptionHistory({ of, isForAll, onClose }: { of: ShownOption; isForAll: boolean; onClose: () => void }) {
  const t = useText()
  const read = useCall(optionCalls.history, { key: of.key, ...(isForAll && { forAll: 'true' as const }) })
  return (
    <ActDrawer title={of.title} reads={read} onClose={onClose}>
      {(rows) => (
        <ReadTable<Entry>
          label={t(['修改历史', 'History'])}
          rows={rows}
          columns={isForAll ? columns.filter(({ name }) => name !== 'org') : columns}
          none={['没有修改过', 'Never changed']}
        />
      )}
    </ActDrawer>
  )
}

const columns: readonly ReadColumn<Entry>[] = [
  { name: 'at', title: ['时间', 'Time'], width: 170, said: (e) => shownTime(e.at) },
  { name: 'user', title: ['修改人', 'By'], width: 120, said: (e) => e.user ?? '' },
  {
    name: 'org',
    title: ['组织', 'Organisation'],
    width: 140,
    said: (e, t) => e.orgName ?? t(['企业', 'Enterprise']),
    isFilled: () => true,
  },
  {
    name: 'before',
    title: ['原值', 'Before'],
    width: 120,
    said: (e, t) => e.before ?? t(['未设置', 'Not set']),
    isFilled: () => true,
  },
  {
    name: 'after',
    title: ['新值', 'After'],
    width: 120,
    said: (e, t) => e.after ?? t(['恢复默认', 'Reset']),
    isFilled: () => true,
  },
]
