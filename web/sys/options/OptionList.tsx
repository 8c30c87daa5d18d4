import type { Text } from '@lading/contract/kernel/text.ts'
import { numberRule } from '@lading/contract/sys/numberRule.ts'
import { option, platformOption } from '@lading/contract/sys/option.ts'
import { optionCalls, optionFault, type ShownOption } from '@lading/contract/sys/options.ts'
import { Alert, Button, Input, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { download } from '../../client/client.ts'
import { asRefused, report, useWrite } from '../../client/errors.ts'
import { hashOf, place } from '../../client/location.ts'
import { usePrefs } from '../../client/prefs.ts'
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
import { once } from '../../ui/once.ts'
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
  find: ['按名称、说明或键查找', 'Find by name, description or key'],
  found: ['查找结果', 'Search results'],
  none: ['没有符合的参数', 'No option matches'],
  wrong: ['参数值不合法：应为{want}', 'The value is not valid: it should be {want}'],
} as const satisfies Record<string, Text>

/** 系统参数: groups on the left, their options with where each value comes from, all changes saved together. */
export function OptionList() {
  const t = useText()
  const key = useTabKey()
  const { query } = usePlace()
  const isForAll = query.all === '1'
  const language = usePrefs((p) => p.language)
  const groups = useCall(optionCalls.groups, isForAll ? { forAll: 'true' } : {}, { by: [language] })
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
      key={`${query.find ?? chosen} ${query.orgId ?? ''} ${isForAll}`}
      name={chosen}
      find={query.find}
      orgId={isForAll ? undefined : query.orgId}
      isForAll={isForAll}
      onFind={(find) => go({ find })}
      onOrg={(orgId) => go({ orgId })}
      onAll={(all) => go({ all: all ? '1' : undefined, orgId: undefined })}
    >
      <Tree
        title={t(texts.groups)}
        all={{ name: first?.title ?? '', note: first?.count ?? '' }}
        branches={others.map(({ name, title, count }) => ({ id: name, name: title, note: count, depth: 0 }))}
        chosen={query.find ? '' : chosen === first?.name ? undefined : chosen}
        onChoose={(name) => go({ group: name, find: undefined })}
        narrow={
          <Select
            className="wide"
            aria-label={t(texts.groups)}
            value={query.find ? null : chosen}
            placeholder={t(texts.found)}
            options={groups.data.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(name: string) => go({ group: name, find: undefined })}
          />
        }
      />
    </Group>
  )
}

/** What is looked for in all groups; the groups are back once it is empty. */
function Find({ value, onFind }: { value: string | undefined; onFind: (text: string | undefined) => void }) {
  const t = useText()
  return (
    <Input.Search
      key={value}
      allowClear
      maxLength={64}
      defaultValue={value}
      aria-label={t(texts.find)}
      placeholder={t(texts.find)}
      onSearch={(text) => onFind(text.trim() || undefined)}
    />
  )
}

/** Fetched with the group that it is about. */
const MailCards = laterPart(
  async () => (await import('../mail/MailCards.tsx')).MailCards,
  () => null,
)

interface GroupProps {
  readonly name: string
  /** What is looked for in all groups, instead of one of them. */
  readonly find: string | undefined
  readonly orgId: string | undefined
  /** What counts for all tenants who have set nothing. */
  readonly isForAll: boolean
  readonly onFind: (text: string | undefined) => void
  readonly onOrg: (orgId: string | undefined) => void
  readonly onAll: (all: boolean) => void
  /** The choice of the group, on the left. */
  readonly children: ReactNode
}
type Draft = Readonly<Record<string, string | null>>

/** The options of a group, or those found in all of them. */
function useShown({ name, find, isForAll }: GroupProps, level: string | undefined) {
  const t = useText()
  // The server says what options are called.
  const language = usePrefs((p) => p.language)
  const at = { ...(level && { orgId: level }), ...(isForAll && { forAll: 'true' as const }) }
  const group = useCall(
    optionCalls.getGroupOptions,
    { groupName: name, ...at },
    { enabled: find === undefined, by: [language] },
  )
  const found = useCall(optionCalls.find, { text: find ?? '-', ...at }, { enabled: find !== undefined, by: [language] })
  return find === undefined
    ? { of: group, title: group.data?.title ?? '', options: group.data?.options }
    : { of: found, title: t(texts.found), options: found.data }
}

/** The same as they are and as they shall be. */
function useOptions(p: GroupProps, level: string | undefined) {
  const t = useText()
  const { isForAll } = p
  const shown = useShown(p, level)
  const write = useWrite(optionCalls.batchUpdate)
  const [draft, setDraft] = useState<Draft>({})
  const [problem, setProblem] = useState('')
  /** What the server refused, by key, until it is typed anew. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const edited = (shown.options ?? []).filter((o) => Object.hasOwn(draft, o.key) && !isSame(o, draft[o.key] ?? null))
  const wrongOf = (o: ShownOption): string | undefined => {
    const value = draft[o.key]
    const want = value === undefined || value === null ? undefined : optionFault(asDef(o), value)
    return want ? t(texts.wrong, { want }) : refused[o.key]
  }
  const itemOf = (o: ShownOption) => ({
    // A key that the server has answered.
    key: o.key,
    value: draft[o.key] ?? null,
    version: o.version,
    ...(level && { orgId: level }),
    ...(isForAll && { forAll: true }),
  })
  const save = async () => {
    setProblem('')
    setRefused({})
    if (edited.some((o) => wrongOf(o) !== undefined && refused[o.key] === undefined)) return
    try {
      await write.run({ items: edited.map(itemOf) })
      setDraft({})
      notify('good', t(words.saved))
    } catch (error) {
      const { message, errors } = asRefused(error)
      setProblem(message)
      setRefused(
        Object.fromEntries(
          errors.flatMap(({ field, message: why }) => {
            const o = edited[Number(field.split('.')[1])]
            return o ? [[o.key, why]] : []
          }),
        ),
      )
    }
    await changed(isForAll ? platformOption : option)
  }
  const type = (key: string, value: string | null) => {
    setRefused(({ [key]: _, ...others }) => others)
    setDraft((d) => ({ ...d, [key]: value }))
  }
  const undo = () => {
    setRefused({})
    setProblem('')
    setDraft({})
  }
  return { shown, draft, type, undo, problem, edited, wrongOf, save, isBusy: write.isBusy }
}

function Group(p: GroupProps) {
  const { name, find, orgId, isForAll, onFind, onOrg, onAll, children } = p
  const t = useText()
  const { workingOrg } = useUser()
  const { can } = useVerbs(option)
  const may = useMay()
  const isTop = workingOrg.type === 'GROUP' || workingOrg.type === 'PLAT'
  const level = orgId ?? (isTop ? undefined : workingOrg.id)
  const { shown, draft, type, undo, problem, edited, wrongOf, save, isBusy } = useOptions(p, level)
  const [told, setTold] = useState<ShownOption>()
  if (shown.of.error) return <NotRead of={shown.of} />
  if (!shown.options) return <SkeletonRows rows={5} label={t(words.loading)} />
  return (
    <Page
      title={shown.title}
      actions={
        edited.length > 0 ? (
          <>
            <Button type="primary" loading={isBusy} onClick={() => void save()}>
              {t(texts.save, { n: edited.length })}
            </Button>
            <Button onClick={undo}>{t(texts.undo)}</Button>
          </>
        ) : (
          <>
            {may(numberRule, 'view') && (
              <Button href={hashOf(place('sys', 'numberRuleList', orgId ? { orgId } : {}))}>
                {t(numberRule.title)}
              </Button>
            )}
            <Button onClick={() => exportAll(level, isForAll)}>{t(words.export)}</Button>
          </>
        )
      }
    >
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      <div className="side-page">
        {children}
        <div>
          <div className="option-level">
            <Find value={find} onFind={onFind} />
          </div>
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
              {shown.options.map((o) => (
                <OptionRow
                  key={o.key}
                  of={o}
                  value={Object.hasOwn(draft, o.key) ? (draft[o.key] ?? null) : o.value}
                  isReset={draft[o.key] === null}
                  isFixed={!can(option, 'update') || (level !== undefined && o.level === 'TENANT')}
                  problem={wrongOf(o)}
                  onChange={(value) => type(o.key, value)}
                  onHistory={() => setTold(o)}
                />
              ))}
            </ul>
            {shown.options.length === 0 && <p className="muted">{t(texts.none)}</p>}
          </Card>
          {find === undefined && name === 'mail' && orgId === undefined && !isForAll && <MailCards />}
        </div>
      </div>
      {told && <OptionHistory of={told} isForAll={isForAll} onClose={() => setTold(undefined)} />}
    </Page>
  )
}

/** All options of the level that is shown, as a workbook. */
const exportAll = (level: string | undefined, isForAll: boolean): void => {
  const at = { ...(level && { orgId: level }), ...(isForAll && { forAll: 'true' as const }) }
  void once('options', () => download(optionCalls.exportAll, at).catch(report))
}

const isSame = (o: ShownOption, value: string | null): boolean =>
  value === null ? !o.isSetHere : value === o.value && o.isSetHere
/** The bounds of what is shown are those that the server checks by. */
const asDef = (o: ShownOption) => ({
  group: 'ui' as const,
  type: o.type,
  title: [o.title, o.title] as const,
  description: [o.description, o.description] as const,
  initial: o.initial,
  level: o.level,
  ...(o.least !== undefined && { least: o.least }),
  ...(o.most !== undefined && { most: o.most }),
  ...(o.choices && { choices: o.choices }),
})
