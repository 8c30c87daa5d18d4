import { numberResets } from '@lading/contract/kernel/numberPattern.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { numberRule, numberRuleCalls, type ShownRule } from '@lading/contract/sys/numberRule.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { stepQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
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
import { OrgInput } from '../org/OrgInput.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import '../sys.css'

const texts = {
  level: ['查看和修改哪个组织的规则', 'Whose rules'],
  initial: ['默认', 'Usual'],
  tenant: ['企业设置', 'Set for the enterprise'],
  org: ['本组织设置', 'Set here'],
  next: ['下一个号码（{org}）', 'Next number ({org})'],
  restore: ['恢复默认', 'Reset'],
  askRestore: ['不再使用[{title}]在此设置的编号规则？', 'Give up the rule for [{title}] that was set here?'],
  restoreDetail: [
    '之后按上级或默认规则编号，已给出的号码不会再次给出。',
    'Numbers follow the rule above it, or the usual one. None that was given is given again.',
  ],
  history: ['历史', 'History'],
} as const satisfies Record<string, Text>
const sources: Readonly<Record<ShownRule['source'], Text>> = {
  INITIAL: texts.initial,
  TENANT: texts.tenant,
  ORG: texts.org,
}

/** 编号规则: how each kind of paper is numbered, here or in one organisation, and what the next one would get. */
export function NumberRuleList() {
  const t = useText()
  const key = useTabKey()
  const { query } = usePlace()
  const { workingOrg } = useUser()
  const { can } = useVerbs(numberRule)
  const isTop = workingOrg.type === 'GROUP' || workingOrg.type === 'PLAT'
  const orgId = query.orgId ?? (isTop ? undefined : workingOrg.id)
  const read = useCall(numberRuleCalls.rules, { ...(orgId && { orgId }) })
  const [edited, setEdited] = useState<ShownRule>()
  const [told, setTold] = useState<ShownRule>()
  if (read.error) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  const { rules, orgCode } = read.data
  const restore = async (rule: ShownRule) => {
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
  const actions = (rule: ShownRule): RowAction[] => [
    ...(can(numberRule, 'update') ? [{ key: 'edit', title: words.edit, run: () => setEdited(rule) }] : []),
    { key: 'history', title: texts.history, run: () => setTold(rule) },
    ...(can(numberRule, 'update') && rule.isSetHere
      ? [{ key: 'restore', title: texts.restore, run: () => void restore(rule) }]
      : []),
  ]
  return (
    <Page title={t(['编号规则', 'Number rules'])}>
      {isTop && (
        <div className="option-level">
          <OrgInput
            id="number-level"
            field={{ kind: 'ref', title: texts.level, required: false }}
            title={t(texts.level)}
            value={query.orgId}
            record={{}}
            isInvalid={false}
            onChange={(id) => stepQuery(key, typeof id === 'string' ? { orgId: id } : {})}
          />
        </div>
      )}
      <Card>
        <ReadTable<ShownRule>
          label={t(['编号规则', 'Number rules'])}
          rows={rules}
          columns={columnsOf(t(texts.next, { org: orgCode }), actions)}
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
  { name: 'source', title: ['来源', 'Set by'], width: 150, said: (r, t) => t(sources[r.source]) },
  {
    name: 'actions',
    title: words.actions,
    width: 160,
    render: (r) => <RowButtons actions={actions(r)} />,
    isFilled: () => true,
    fixed: 'end',
  },
]
