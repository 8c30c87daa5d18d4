import { Switch } from 'antd'
import type { Column } from '../../kernel/list/columns.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { labelText, type Row } from '../../kernel/records.ts'
import { usePlace } from '../../kernel/tabStore.ts'
import { useText } from '../../kernel/text.ts'
import { words } from '../../kernel/words.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { OrgInput } from '../org/OrgInput.tsx'
import { useOrgs } from '../org/orgTree.ts'
import { userList } from '../views.ts'
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
const cells = { 'roles.roleId': several('roles', 'roleId'), 'orgs.orgId': several('orgs', 'orgId') }
const omit = ['within', 'orgId']

/** The users of the organisation chosen on the left, or of it and all below it. */
export function UserList() {
  const { within } = usePlace().query
  const { actionsOf, dialogs } = useUserActions()
  return (
    <div className="beside-tree">
      <SheetList
        of={userList}
        cells={cells}
        omit={omit}
        {...(within && { where: { within } })}
        above={(list) => <OrgTree list={list} />}
        rowActions={actionsOf}
      />
      {dialogs}
    </div>
  )
}

function OrgTree({ list }: { list: ListModel }) {
  const t = useText()
  const { orgs } = useOrgs()
  const { within, orgId, ...others } = list.state.filter
  const chosen = within ?? orgId
  const isDeep = orgId === undefined
  const choose = (id: string | undefined, deep: boolean) =>
    list.setState({ filter: { ...others, ...(id && { [deep ? 'within' : 'orgId']: id }) } })
  return (
    <nav className="org-tree card" aria-label={t(['组织', 'Organisations'])}>
      <div className="org-tree-narrow">
        <OrgInput
          id="users-org"
          field={{ ...userList.fields.orgId, kind: 'ref', title: words.all, required: false }}
          title={t(['组织', 'Organisation'])}
          value={chosen}
          record={{}}
          isInvalid={false}
          onChange={(id) => choose(id ? String(id) : undefined, isDeep)}
        />
      </div>
      <div className="org-tree-deep">
        <Switch
          size="small"
          id="users-deep"
          checked={isDeep}
          disabled={!chosen}
          onChange={(deep) => choose(chosen, deep)}
          aria-label={t(['含下级组织', 'With all below'])}
        />
        <span>{t(['含下级组织', 'With all below'])}</span>
      </div>
      <div className="org-tree-rows">
        <button type="button" className="org-row" aria-pressed={!chosen} onClick={() => choose(undefined, isDeep)}>
          {t(words.all)}
        </button>
        {orgs.map(({ node, depth }) => (
          <button
            key={node.id}
            type="button"
            className="org-row"
            style={{ paddingLeft: 12 + depth * 16 }}
            aria-pressed={chosen === node.id}
            data-off={node.disabled || undefined}
            title={`${node.code} ${node.name}`}
            onClick={() => choose(node.id, isDeep)}
          >
            {node.name} <small>{node.code}</small>
          </button>
        ))}
      </div>
    </nav>
  )
}
