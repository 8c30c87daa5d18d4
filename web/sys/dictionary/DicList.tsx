import type { Text } from '@lading/contract/kernel/text.ts'
import { dicCalls } from '@lading/contract/sys/dicCalls.ts'
import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useUser } from '../../client/session.ts'
import { stepQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ExportButton, ImportButton } from '../../platform/sheet/files.tsx'
import { Tree } from '../../platform/tree/Tree.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { OrgInput } from '../org/OrgInput.tsx'
import { DicEntries } from './DicEntries.tsx'
import { type DicType, TypeDialog, useRemoveType } from './TypeDialog.tsx'
import '../sys.css'

const texts = {
  title: ['数据字典', 'Dictionaries'],
  types: ['字典', 'Dictionaries'],
  newType: ['新增字典', 'New dictionary'],
  editType: ['字典设置', 'Settings'],
  removeType: ['删除字典', 'Delete dictionary'],
  level: ['按哪个组织查看', 'As it counts in'],
} as const satisfies Record<string, Text>
const columns = Object.keys(dicInfo.fields)

/** 数据字典: dictionaries on the left, their entries on the right, in the order in which they are offered. */
export function DicList() {
  const t = useText()
  const key = useTabKey()
  const { query } = usePlace()
  const { can, refused } = useVerbs(dicInfo)
  const removeType = useRemoveType()
  const types = useCall(dicCalls.queryTypes, {})
  const [edited, setEdited] = useState<DicType | 'new'>()
  if (types.error) return <NotRead of={types} />
  if (!types.data) return <SkeletonRows label={t(words.loading)} />
  const chosen = types.data.find(({ code }) => code === query.type) ?? types.data[0]
  const go = (change: Record<string, string | undefined>) =>
    stepQuery(key, Object.fromEntries(Object.entries({ ...query, ...change }).flatMap(([k, v]) => (v ? [[k, v]] : []))))
  const mayUpdate = can(dicInfo, 'update') && refused === undefined
  return (
    <Page
      title={t(texts.title)}
      actions={
        <>
          {mayUpdate && <Button onClick={() => setEdited('new')}>{t(texts.newType)}</Button>}
          {mayUpdate && chosen && <Button onClick={() => setEdited(chosen)}>{t(texts.editType)}</Button>}
          {mayUpdate && chosen && !chosen.isSystem && (
            <Button danger onClick={() => void removeType(chosen)}>
              {t(texts.removeType)}
            </Button>
          )}
          {can(dicInfo, 'import') && <ImportButton of={dicInfo} refused={refused} />}
          {can(dicInfo, 'export') && (
            <ExportButton
              list={{ entity: dicInfo, question: { filter: chosen ? { typeCode: chosen.code } : {} } }}
              columns={columns}
            />
          )}
        </>
      }
    >
      <div className="side-page">
        <Types all={types.data} chosen={chosen} onChoose={(type) => go({ type })} />
        {chosen && <Chosen type={chosen} orgId={query.orgId} mayUpdate={mayUpdate} onOrg={(orgId) => go({ orgId })} />}
      </div>
      {edited && (
        <TypeDialog
          of={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onMade={(type) => go({ type, orgId: undefined })}
        />
      )}
    </Page>
  )
}

interface TypesProps {
  readonly all: readonly DicType[]
  readonly chosen: DicType | undefined
  readonly onChoose: (code: string) => void
}
function Types({ all, chosen, onChoose }: TypesProps) {
  const t = useText()
  const [first, ...others] = all
  return (
    <Tree
      title={t(texts.types)}
      all={{ name: first?.title ?? '', note: first?.count ?? '' }}
      branches={others.map(({ code, title, count }) => ({ id: code, name: title, note: count, depth: 0 }))}
      chosen={chosen?.code === first?.code ? undefined : chosen?.code}
      onChoose={(code) => onChoose(code ?? first?.code ?? '')}
      narrow={
        <Select
          className="wide"
          aria-label={t(texts.types)}
          value={chosen?.code ?? ''}
          options={all.map(({ code, title }) => ({ value: code, label: title }))}
          onChange={onChoose}
        />
      }
    />
  )
}

interface ChosenProps {
  readonly type: DicType
  readonly orgId: string | undefined
  readonly mayUpdate: boolean
  readonly onOrg: (orgId: string | undefined) => void
}
/** Entries as they count for the enterprise, or in one of its organisations where they may differ. */
function Chosen({ type, orgId, mayUpdate, onOrg }: ChosenProps) {
  const t = useText()
  const { workingOrg } = useUser()
  const isTop = workingOrg.type === 'GROUP' || workingOrg.type === 'PLAT'
  const own = isTop ? orgId : workingOrg.id
  const level = type.isOrgLevel ? own : undefined
  return (
    <div>
      {type.isOrgLevel && isTop && (
        <div className="option-level">
          <OrgInput
            id="dic-level"
            field={{ kind: 'ref', title: texts.level, required: false }}
            title={t(texts.level)}
            value={orgId}
            record={{}}
            isInvalid={false}
            onChange={(id) => onOrg(typeof id === 'string' ? id : undefined)}
          />
        </div>
      )}
      <DicEntries key={`${type.code} ${level ?? ''} ${type.version}`} type={type} orgId={level} mayUpdate={mayUpdate} />
    </div>
  )
}
