import { orgGroup } from '@lading/contract/sys/org.ts'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { words } from '../../kernel/words.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { Tree } from '../../platform/tree/Tree.tsx'
import { OrgInput } from './OrgInput.tsx'
import { useOrgs } from './orgTree.ts'
import { useGroupActions } from './useGroupActions.tsx'
import '../sys.css'

const omit = ['upperOrgId']

/** 组织管理: the tree on the left, on the right the organisations below the one that is chosen. */
export function GroupList() {
  const { upperOrgId } = usePlace().query
  const { actionsOf, dialog } = useGroupActions()
  return (
    <div className="tree-page">
      <SheetList
        of={orgGroup}
        omit={omit}
        {...(upperOrgId && { where: { upperOrgId: [upperOrgId] } })}
        above={(list) => <OrgTree list={list} />}
        rowActions={actionsOf}
      />
      {dialog}
    </div>
  )
}

function OrgTree({ list }: { list: ListModel }) {
  const t = useText()
  const { orgs } = useOrgs()
  const { upperOrgId: chosen, ...others } = list.state.filter
  const choose = (id: string | undefined) => list.setState({ filter: { ...others, ...(id && { upperOrgId: id }) } })
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
      onChoose={choose}
      narrow={
        <OrgInput
          id="groups-org"
          field={{ kind: 'ref', title: words.all, required: false }}
          title={t(['组织', 'Organisation'])}
          value={chosen}
          record={{}}
          isInvalid={false}
          onChange={(id) => choose(id ? String(id) : undefined)}
        />
      }
    />
  )
}
