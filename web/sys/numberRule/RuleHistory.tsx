import { type NumberRule, numberResets } from '@lading/contract/kernel/numberPattern.ts'
import { numberRuleCalls, type ShownRule } from '@lading/contract/sys/numberRule.ts'
import { type Say, useText } from '../../client/text.ts'
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
  readonly before: NumberRule | null
  readonly after: NumberRule | null
}

/** Who gave a kind of paper which rule, and when. */
export function RuleHistory({ of, onClose }: { of: ShownRule; onClose: () => void }) {
  const t = useText()
  const read = useCall(numberRuleCalls.history, { kind: of.kind })
  return (
    <ActDrawer title={of.title} reads={read} onClose={onClose}>
      {(rows) => (
        <ReadTable<Entry>
          label={t(['修改历史', 'History'])}
          rows={rows}
          columns={columns}
          none={['没有修改过', 'Never changed']}
        />
      )}
    </ActDrawer>
  )
}

const said = (rule: NumberRule | null, t: Say): string =>
  rule === null
    ? t(['未设置', 'Not set'])
    : [rule.pattern, t(numberResets[rule.reset]), ...(rule.step === 1 ? [] : [`+${rule.step}`])].join(' · ')

const columns: readonly ReadColumn<Entry>[] = [
  { name: 'at', title: ['时间', 'Time'], width: 170, said: (e) => shownTime(e.at) },
  { name: 'user', title: ['修改人', 'By'], width: 110, said: (e) => e.user ?? '' },
  {
    name: 'org',
    title: ['组织', 'Organisation'],
    width: 130,
    said: (e, t) => e.orgName ?? t(['企业', 'Enterprise']),
    isFilled: () => true,
  },
  { name: 'before', title: ['原规则', 'Before'], width: 240, said: (e, t) => said(e.before, t), wraps: true },
  { name: 'after', title: ['新规则', 'After'], width: 240, said: (e, t) => said(e.after, t), wraps: true },
]
