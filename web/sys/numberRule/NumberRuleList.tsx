import { numberResets } from '@lading/contract/kernel/numberPattern.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { numberRule, numberRuleCalls, type ShownRule } from '@lading/contract/sys/numberRule.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useListed } from '../listed/useListed.tsx'
import { levelSources, useLevel } from '../org/useLevel.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import '../sys.css'

const texts = {
  title: ['编号规则', 'Number rules'],
  level: ['查看和修改哪个组织的规则', 'Whose rules'],
  next: ['下一个号码（{org}）', 'Next number ({org})'],
  restore: ['恢复默认', 'Reset'],
  askRestore: ['不再使用[{title}]在此设置的编号规则？', 'Give up the rule for [{title}] that was set here?'],
  restoreDetail: [
    '之后按上级或默认规则编号，已给出的号码不会再次给出。',
    'Numbers follow the rule above it, or the usual one. None that was given is given again.',
  ],
  history: ['历史', 'History'],
} as const satisfies Record<string, Text>
const foundBy = (rule: ShownRule): string => `${rule.title} ${rule.kind}`
const isOwn = (rule: ShownRule): boolean => rule.isSetHere

/** Asks first. @param orgId whose; left out, the enterprise's */
async function restoreOne(t: Say, rule: ShownRule, orgId: string | undefined): Promise<void> {
  const question = { title: texts.askRestore, args: { title: rule.title }, detail: texts.restoreDetail }
  if ((await ask({ ...question, ok: texts.restore })) === undefined) return
  try {
    await call(numberRuleCalls.restore, { kind: rule.kind, version: rule.version, ...(orgId && { orgId }) })
    notify('good', t(words.saved))
  } catch (error) {
    report(error)
  }
  await changed(numberRule)
}

/** 编号规则: how each kind of paper is numbered, here or in one organisation, and what the next one would get. */
export function NumberRuleList() {
  const t = useText()
  const { can } = useVerbs(numberRule)
  const { orgId, chooser } = useLevel(texts.level)
  const read = useCall(numberRuleCalls.rules, { ...(orgId && { orgId }) })
  const [edited, setEdited] = useState<ShownRule>()
  const [told, setTold] = useState<ShownRule>()
  const actions = (rule: ShownRule): RowAction[] => [
    ...(can(numberRule, 'update') ? [{ key: 'edit', title: words.edit, run: () => setEdited(rule) }] : []),
    { key: 'history', title: texts.history, run: () => setTold(rule) },
    ...(can(numberRule, 'update') && rule.isSetHere
      ? [{ key: 'restore', title: texts.restore, run: () => void restoreOne(t, rule, orgId) }]
      : []),
  ]
  const columns = columnsOf(t(texts.next, { org: read.data?.orgCode ?? '' }), actions)
  const { found, tools } = useListed(read.data?.rules, { title: texts.title, columns, foundBy, isOwn })
  if (read.error) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  return (
    <Page title={t(texts.title)}>
      {chooser}
      <Card>
        {tools}
        <ReadTable<ShownRule>
          label={t(texts.title)}
          rows={found}
          columns={columns}
          none={['没有符合的规则', 'No such rule']}
        />
      </Card>
      {edited && <RuleDialog rule={edited} orgId={orgId} onClose={() => setEdited(undefined)} />}
      {told && <RuleHistory of={told} onClose={() => setTold(undefined)} />}
    </Page>
  )
}

const columnsOf = (
  next: string,
  actions: (rule: ShownRule) => readonly RowAction[],
): readonly ReadColumn<ShownRule>[] => [
  { name: 'title', title: ['单据', 'Document'], width: 180, said: (r) => r.title },
  { name: 'kind', title: ['类型代码', 'Type code'], width: 90, said: (r) => r.kind },
  {
    name: 'pattern',
    title: numberRule.fields.pattern.title,
    width: 260,
    render: (r) => <span className="num">{r.pattern}</span>,
    said: (r) => r.pattern,
  },
  { name: 'reset', title: numberRule.fields.reset.title, width: 110, said: (r, t) => t(numberResets[r.reset]) },
  { name: 'step', title: numberRule.fields.step.title, width: 70, isFigure: true, said: (r) => String(r.step) },
  {
    name: 'next',
    title: [next, next],
    width: 240,
    render: (r) => <span className="num">{r.next}</span>,
    said: (r) => r.next,
  },
  { name: 'source', title: ['来源', 'Set by'], width: 150, said: (r, t) => t(levelSources[r.source]) },
  {
    name: 'actions',
    title: words.actions,
    width: 160,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]
