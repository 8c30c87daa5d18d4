import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type ListedTemplate, printTemplate } from '@lading/contract/sys/printTemplate.ts'
import { useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { areSound, Fields, type Typed } from '../Fields.tsx'

const asked = ['name', 'forOrgId', 'forOwnerId'] as const
const { fields } = printTemplate
const title: Text = ['编辑打印模板：{name}', 'Edit print template: {name}']

/** What a template is called, and for whom it counts; how it looks is the designer's. */
export function EditDialog({ of, onClose }: { of: ListedTemplate; onClose: () => void }) {
  const t = useText()
  const { workingOrg } = useUser()
  const act = useAct(printTemplate, crudCalls(printTemplate).update as never, onClose)
  const isCentre = workingOrg.type !== 'GROUP'
  const [values, setValues] = useState<Typed>({ name: of.name, forOrgId: of.forOrgId, forOwnerId: of.forOwnerId })
  const save = () => {
    const own = Object.fromEntries(asked.map((name) => [name, values[name] || null]))
    return act.run({ ...own, id: of.id, version: of.version } as never, () => t(words.saved))
  }
  return (
    <ActDialog
      act={act}
      width={520}
      title={t(title, { name: of.name })}
      okText={t(words.save)}
      isReady={areSound(fields, asked, values)}
      onOk={() => void save()}
      onClose={onClose}
    >
      <Fields
        fields={fields}
        names={asked}
        values={values}
        // Whoever works in a centre keeps its templates there.
        locked={isCentre ? ['forOrgId'] : []}
        labels={{
          ...(of.forOrg !== null && { forOrgId: { code: of.forOrg, name: of.forOrg } }),
          ...(of.forOwner !== null && { forOwnerId: { code: of.forOwner, name: of.forOwner } }),
        }}
        onChange={setValues}
      />
    </ActDialog>
  )
}
