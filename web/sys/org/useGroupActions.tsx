import type { Text } from '@lading/contract/kernel/text.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { orgGroup } from '@lading/contract/sys/org.ts'
import { orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { UpperInput } from './OrgInput.tsx'
import { useReach } from './orgTree.ts'

const move: Text = ['移动', 'Move']

/** What may be done with an organisation that is no logistics centre, and the dialog in which it is moved. */
export function useGroupActions() {
  const t = useText()
  const me = useUser()
  const reach = useReach()
  const { can } = useVerbs(orgGroup)
  const [moved, setMoved] = useState<Row>()
  const actionsOf = (row: Row, standard: readonly RowAction[]): readonly RowAction[] => {
    const isRoot = row.upperOrgId === null
    const [edit, ...switches] = standard
    const all = [
      ...(edit ? [edit] : []),
      ...(can(orgGroup, 'update') ? [{ key: 'move', title: move, run: () => setMoved(row) }] : []),
      ...switches,
    ]
    return all.map((a) => ({
      ...a,
      refused:
        a.refused ??
        reach(row.id) ??
        (a.key === 'disable' && row.id === me.workingOrg.id ? t(sysFaults.orgOwn.text) : undefined) ??
        (isRoot && a.key !== 'edit' ? t(sysFaults.orgRoot.text) : undefined),
    }))
  }
  const dialog = moved && <MoveDialog row={moved} onClose={() => setMoved(undefined)} />
  return { actionsOf, dialog }
}

function MoveDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(orgGroup, orgCalls.moveGroup, onClose)
  const [upper, setUpper] = useState(String(row.upperOrgId ?? ''))
  const told = t(['已移动：{name}', 'Moved: {name}'], { name: String(row.name) })
  return (
    <ActDialog
      act={act}
      width={420}
      title={t(['移动{name}', 'Move {name}'], { name: String(row.name) })}
      okText={t(move)}
      isReady={upper !== '' && upper !== row.upperOrgId}
      onOk={() => void act.run({ id: row.id, version: row.version, upperOrgId: upper }, () => told)}
      onClose={onClose}
    >
      <p>{t(['下级组织一起移动。', 'Everything below moves with it.'])}</p>
      <UpperInput
        id="move-to"
        field={orgGroup.fields.upperOrgId ?? { kind: 'ref', title: move, required: true }}
        title={t(['移到', 'Move to'])}
        value={upper}
        record={row}
        isInvalid={false}
        onChange={(id) => setUpper(typeof id === 'string' ? id : '')}
      />
    </ActDialog>
  )
}
