import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { numberRule } from '@lading/contract/sys/numberRule.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'
import { Button } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { orgForm } from '../views.ts'
import { useOrgs } from './orgTree.ts'
import { below } from './tree.ts'
import { useDcActions } from './useDcActions.ts'
import '../sys.css'
import { Indent } from '../../ui/Indent.tsx'

/** Where it stands in the tree is drawn, not spelled out. */
const { path: _path, level: _level, ...facts } = orgForm.fields
const detail: AnyEntity = { ...orgForm, fields: facts }

/** One logistics centre: its facts, what stands below it, who changed it. */
export function DcDetail() {
  const t = useText()
  const actionsOf = useDcActions()
  return (
    <EntityDetail
      of={detail}
      actions={actionsOf}
      tabs={(row) => [{ key: 'below', title: t(['组织结构', 'Structure']), content: <Structure row={row} /> }]}
    />
  )
}

/** The organisations above and below, and the way to the users among them. */
export function Structure({ row }: { row: Row }) {
  const t = useText()
  const may = useMay()
  const { orgs } = useOrgs()
  const own = below(orgs, row.id)
  const above = orgs.filter(({ node }) => below(orgs, node.id).has(row.id))
  const shown = [...above, ...orgs.filter(({ node }) => own.has(node.id) && node.id !== row.id)]
  return (
    <>
      <ul className="structure">
        {shown.map(({ node, depth }) => (
          <li key={node.id} aria-current={node.id === row.id || undefined}>
            <Indent depth={depth}>
              {node.code} {node.name} <small className="muted">{node.disabled ? t(['停用', 'Disabled']) : ''}</small>
            </Indent>
          </li>
        ))}
      </ul>
      {may(userView, 'view') && (
        <Button href={hashOf(place('sys', 'sysUserList', { within: row.id }))}>
          {t(['查看所属用户', 'Its users'])}
        </Button>
      )}{' '}
      {may(numberRule, 'view') && (
        <Button href={hashOf(place('sys', 'numberRuleList', { orgId: row.id }))}>{t(numberRule.title)}</Button>
      )}
    </>
  )
}
