import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { groupForm } from '../views.ts'
import { Structure } from './DcDetail.tsx'
import { Plan } from './Plan.tsx'
import { useGroupActions } from './useGroupActions.tsx'

/** Where it stands in the tree is drawn, not spelled out. */
const { path: _path, level: _level, ...facts } = groupForm.fields
const detail: AnyEntity = { ...groupForm, fields: facts }

/** One organisation: its facts, what stands above and below it, who changed it. */
export function GroupDetail() {
  const t = useText()
  const { actionsOf, dialog } = useGroupActions()
  return (
    <>
      <EntityDetail
        of={detail}
        actions={actionsOf}
        tabs={(row) => [
          { key: 'below', title: t(['组织结构', 'Structure']), content: <Structure row={row} /> },
          ...(row.type === 'GROUP'
            ? [{ key: 'plan', title: t(['套餐与额度', 'Plan and quota']), content: <Plan /> }]
            : []),
        ]}
      />
      {dialog}
    </>
  )
}
