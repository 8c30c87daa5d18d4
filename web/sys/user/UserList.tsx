import type { Text } from '@lading/contract/kernel/text.ts'
import { userDutyTitle } from '@lading/contract/sys/userDuties.ts'
import { Button, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { hashOf } from '../../client/location.ts'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { useMay } from '../../kernel/permission.ts'
import { labelText, type Row } from '../../kernel/records.ts'
import { entityOf, listOf } from '../../kernel/registry.ts'
import { words } from '../../kernel/words.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { Tree } from '../../platform/tree/Tree.tsx'
import { OrgInput } from '../org/OrgInput.tsx'
import { useOrgs } from '../org/orgTree.ts'
import { maskedUserList, userList } from '../views.ts'
import { ConflictMark, Conflicts } from './Conflicts.tsx'
import { useHandOut } from './useHandOut.tsx'
import { useUserActions } from './useUserActions.tsx'
import '../sys.css'

/** The first of them and how many more. */
const several =
  (field: string, ref: string): Column['render'] =>
  (row) => {
    // Records of users carry their child rows.
    const names = ((row[field] ?? []) as readonly Row[]).map((r) => labelText(r.refs[ref]))
    if (names.length === 0) return <span className="muted">–</span>
    return (
      <span title={names.join(', ')}>
        {names[0]} {names.length > 1 && <small className="muted">+{names.length - 1}</small>}
      </span>
    )
  }
/** Who holds both sides of a duty; the press shows which, and by which roles. */
const conflict =
  (onShow: (row: Row) => void): Column['render'] =>
  (row) =>
    row.hasConflict === true ? <ConflictMark onPress={() => onShow(row)} /> : <span className="muted">–</span>
const cells = { 'roles.roleId': several('roles', 'roleId'), 'orgs.orgId': several('orgs', 'orgId') }
const omit = ['within', 'orgId']
const notInFiles = ['hasSecondFactor', 'hasConflict']

/** The users of the organisation chosen on the left, or of it and all below it. */
export function UserList() {
  const t = useText()
  const { within } = usePlace().query
  const { actionsOf, dialogs } = useUserActions()
  const { bulkOf, dialog } = useHandOut()
  const may = useMay()
  const [conflictsOf, setConflictsOf] = useState<Row | 'all'>()
  const cellsHere = useMemo(() => ({ ...cells, hasConflict: conflict(setConflictsOf) }), [])
  return (
    <div className="tree-page">
      <SheetList
        of={may(userList, 'update') ? userList : maskedUserList}
        cells={cellsHere}
        omit={omit}
        notInFiles={notInFiles}
        {...(within && { where: { within } })}
        above={(list) => <OrgTree list={list} />}
        tools={() => (
          <>
            <Beside />
            <Button onClick={() => setConflictsOf('all')}>{t(userDutyTitle)}</Button>
          </>
        )}
        rowActions={actionsOf}
        bulkActions={bulkOf}
      />
      {dialogs}
      {conflictsOf && (
        <Conflicts of={conflictsOf === 'all' ? undefined : conflictsOf} onClose={() => setConflictsOf(undefined)} />
      )}
      {dialog}
    </div>
  )
}

/** The pages about where users are logged in, for who may see them. */
function Beside() {
  const t = useText()
  const may = useMay()
  return besides.map(({ key, title }) => {
    const list = may(entityOf(key), 'view') && listOf(key, {})
    return (
      list && (
        <Button key={key} href={hashOf(list)}>
          {t(title)}
        </Button>
      )
    )
  })
}
const besides: readonly { readonly key: string; readonly title: Text }[] = [
  { key: 'sys.session', title: ['在线用户', 'Sessions'] },
  { key: 'sys.loginLog', title: ['登录日志', 'Logins'] },
]

function OrgTree({ list }: { list: ListModel }) {
  const t = useText()
  const { orgs } = useOrgs()
  const { within, orgId, ...others } = list.state.filter
  const chosen = within ?? orgId
  const isDeep = orgId === undefined
  const choose = (id: string | undefined, deep: boolean) =>
    list.setState({ filter: { ...others, ...(id && { [deep ? 'within' : 'orgId']: id }) } })
  return (
    <Tree
      title={t(['组织', 'Organisations'])}
      all={{ name: t(words.all), note: '' }}
      branches={orgs.map(({ node, depth }) => ({
        id: node.id,
        name: node.name,
        note: node.code,
        depth,
        isOff: node.disabled,
      }))}
      chosen={chosen}
      onChoose={(id) => choose(id, isDeep)}
      narrow={
        <OrgInput
          id="users-org"
          field={{ ...userList.fields.orgId, kind: 'ref', title: words.all, required: false }}
          title={t(['组织', 'Organisation'])}
          value={chosen}
          record={{}}
          isInvalid={false}
          onChange={(id) => choose(id ? String(id) : undefined, isDeep)}
        />
      }
    >
      <div className="org-deep">
        <Switch
          size="small"
          id="users-deep"
          checked={isDeep}
          disabled={!chosen}
          onChange={(deep) => choose(chosen, deep)}
          aria-label={t(['含下级组织', 'Including sub-organisations'])}
        />
        <span>{t(['含下级组织', 'Including sub-organisations'])}</span>
      </div>
    </Tree>
  )
}
