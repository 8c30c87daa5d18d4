import type { Text } from '@lading/contract/kernel/text.ts'
import { numberRule } from '@lading/contract/sys/numberRule.ts'
import { option, platformOption } from '@lading/contract/sys/option.ts'
import type { OptionGroup } from '@lading/contract/sys/optionDef.ts'
import { type OptionKey, optionCalls, optionFault, type ShownOption } from '@lading/contract/sys/options.ts'
import { Alert, Button, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { hashOf, place } from '../../client/location.ts'
import { useUser } from '../../client/session.ts'
import { stepQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { laterPart } from '../../kernel/laterPart.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { Tree } from '../../platform/tree/Tree.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { OrgInput } from '../org/OrgInput.tsx'
import { OptionHistory } from './OptionHistory.tsx'
import { OptionRow } from './OptionRow.tsx'
import '../sys.css'

const texts = {
  groups: ['分组', 'Groups'],
  level: ['查看和修改哪个组织的参数', 'Whose options'],
  own: ['本平台', 'Our own'],
  all: ['所有租户的默认值', 'Defaults of all tenants'],
  save: ['保存{n}项修改', 'Save {n} {n|change|changes}'],
  undo: ['放弃修改', 'Discard changes'],
  wrong: ['参数值不合法：应为{want}', 'The value is not valid: it should be {want}'],
} as const satisfies Record<string, Text>

/** 系统参数: groups on the left, their options with where each value comes from, all changes saved together. */
export function OptionList() {
  const t = useText()
  const key = useTabKey()
  const { query } = usePlace()
  const isForAll = query.all === '1'
  const groups = useCall(optionCalls.groups, isForAll ? { forAll: 'true' } : {})
  if (groups.error) return <NotRead of={groups} />
  if (!groups.data) return <SkeletonRows label={t(words.loading)} />
  const chosen = groups.data.find(({ name }) => name === query.group)?.name ?? groups.data[0]?.name ?? ''
  const go = (change: Record<string, string | undefined>) => {
    const next = { ...query, ...change }
    stepQuery(key, Object.fromEntries(Object.entries(next).flatMap(([k, v]) => (v ? [[k, v]] : []))))
  }
  const [first, ...others] = groups.data
  return (
    <Group
      key={`${chosen} ${query.orgId ?? ''} ${isForAll}`}
      name={chosen as OptionGroup}
      orgId={isForAll ? undefined : query.orgId}
      isForAll={isForAll}
      onOrg={(orgId) => go({ orgId })}
      onAll={(all) => go({ all: all ? '1' : undefined, orgId: undefined })}
    >
      <Tree
        title={t(texts.groups)}
        all={{ name: first?.title ?? '', note: first?.count ?? '' }}
        branches={others.map(({ name, title, count }) => ({ id: name, name: title, note: count, depth: 0 }))}
        chosen={chosen === first?.name ? undefined : chosen}
        onChoose={(name) => go({ group: name })}
        narrow={
          <Select
            className="wide"
            aria-label={t(texts.groups)}
            value={chosen}
            options={groups.data.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(name: string) => go({ group: name })}
          />
        }
      />
    </Group>
  )
}

/** Fetched with the group that it is about. */
const MailCards = laterPart(
  async () => (await import('../mail/MailCards.tsx')).MailCards,
  () => null,
)

interface GroupProps {
  readonly name: OptionGroup
  readonly orgId: string | undefined
  /** What counts for all tenants who have set nothing. */
  readonly isForAll: boolean
  readonly onOrg: (orgId: string | undefined) => void
  readonly onAll: (all: boolean) => void
  /** The choice of the group, on the left. */
  readonly children: ReactNode
}
type Draft = Readonly<Record<string, string | null>>

/** The options of a group as they are and as they shall be. */
function useOptions(name: OptionGroup, level: string | undefined, isForAll: boolean) {
  const t = useText()
  const read = useCall(optionCalls.getGroupOptions, {
    groupName: name,
    ...(level && { orgId: level }),
    ...(isForAll && { forAll: 'true' as const }),
  })
  const write = useWrite(optionCalls.batchUpdate)
  const [draft, setDraft] = useState<Draft>({})
  const [problem, setProblem] = useState('')
  const edited = (read.data?.options ?? []).filter(
    (o) => Object.hasOwn(draft, o.key) && !isSame(o, draft[o.key] ?? null),
  )
  const wrongOf = (o: ShownOption): string | undefined => {
    const value = draft[o.key]
    const want = value === undefined || value === null ? undefined : optionFault(asDef(o), value)
    return want && t(texts.wrong, { want })
  }
  const itemOf = (o: ShownOption) => ({
    // A key that the server has answered.
    key: o.key as OptionKey,
    value: draft[o.key] ?? null,
    version: o.version,
    ...(level && { orgId: level }),
    ...(isForAll && { forAll: true }),
  })
  const save = async () => {
    setProblem('')
    if (edited.some((o) => wrongOf(o) !== undefined)) return
    try {
      await write.run({ items: edited.map(itemOf) })
      setDraft({})
      notify('good', t(words.saved))
    } catch (error) {
      setProblem(asRefused(error).message)
    }
    await changed(isForAll ? platformOption : option)
  }
  return { read, draft, setDraft, problem, edited, wrongOf, save, isBusy: write.isBusy }
}

function Group({ name, orgId, isForAll, onOrg, onAll, children }: GroupProps) {
  const t = useText()
  const { workingOrg } = useUser()
  const { can } = useVerbs(option)
  const may = useMay()
  const isTop = workingOrg.type === 'GROUP' || workingOrg.type === 'PLAT'
  const level = orgId ?? (isTop ? undefined : workingOrg.id)
  const { read, draft, setDraft, problem, edited, wrongOf, save, isBusy } = useOptions(name, level, isForAll)
  const [told, setTold] = useState<ShownOption>()
  if (read.error) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={5} label={t(words.loading)} />
  return (
    <Page
      title={read.data.title}
      actions={
        edited.length > 0 ? (
          <>
            <Button type="primary" loading={isBusy} onClick={() => void save()}>
              {t(texts.save, { n: edited.length })}
            </Button>
            <Button onClick={() => setDraft({})}>{t(texts.undo)}</Button>
          </>
        ) : (
          may(numberRule, 'view') && (
            <Button href={hashOf(place('sys', 'numberRuleList', orgId ? { orgId } : {}))}>{t(numberRule.title)}</Button>
          )
        )
      }
    >
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      <div className="side-page">
        {children}
        <div>
          {workingOrg.type === 'PLAT' && (
            <div className="option-level">
              <Segmented
                aria-label={t(texts.level)}
                value={isForAll ? 'all' : 'own'}
                options={[
                  { value: 'own', label: t(texts.own) },
                  { value: 'all', label: t(texts.all) },
                ]}
                onChange={(chosen) => onAll(chosen === 'all')}
              />
            </div>
          )}
          {isTop && !isForAll && (
            <div className="option-level">
              <OrgInput
                id="option-level"
                field={{ kind: 'ref', title: texts.level, required: false }}
                title={t(texts.level)}
                value={orgId}
                record={{}}
                isInvalid={false}
                onChange={(id) => onOrg(typeof id === 'string' ? id : undefined)}
              />
            </div>
          )}
          <Card>
            <ul className="options">
              {read.data.options.map((o) => (
                <OptionRow
                  key={o.key}
                  of={o}
                  value={Object.hasOwn(draft, o.key) ? (draft[o.key] ?? null) : o.value}
                  isReset={draft[o.key] === null}
                  isFixed={!can(option, 'update') || (level !== undefined && o.level === 'TENANT')}
                  problem={wrongOf(o)}
                  onChange={(value) => setDraft((d) => ({ ...d, [o.key]: value }))}
                  onHistory={() => setTold(o)}
                />
              ))}
            </ul>
          </Card>
          {name === 'mail' && orgId === undefined && !isForAll && <MailCards />}
        </div>
      </div>
      {told && <OptionHistory of={told} isForAll={isForAll} onClose={() => setTold(undefined)} />}
    </Page>
  )
}

const isSame = (o: ShownOption, value: string | null): boolean =>
  value === null ? !o.isSetHere : value === o.value && o.isSetHere
/** The bounds of what is shown are those that the server checks by. */
const asDef = (o: ShownOption) => ({
  group: 'ui' as const,
  type: o.type,
  title: [o.title, o.title] as const,
  initial: o.initial,
  level: o.level,
  ...(o.least !== undefined && { least: o.least }),
  ...(o.most !== undefined && { most: o.most }),
  ...(o.choices && { choices: o.choices }),
})
