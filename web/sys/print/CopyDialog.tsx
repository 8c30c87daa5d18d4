import type { Text } from '@lading/contract/kernel/text.ts'
import { printTemplateCalls as calls, type ListedTemplate, printTemplate } from '@lading/contract/sys/printTemplate.ts'
import { useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { areSound, Fields, type Typed } from '../Fields.tsx'

const asked = ['code', 'name', 'forOrgId', 'forOwnerId'] as const
const { fields } = printTemplate
const title: Text = ['复制打印模板：{name}', 'Copy print template: {name}']
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Begins a template of one's own with the layout of another. */
export function CopyDialog({ of, onClose }: { of: ListedTemplate; onClose: () => void }) {
  const t = useText()
  const { workingOrg } = useUser()
  const act = useAct(printTemplate, calls.copy, onClose)
  // Whoever works in a centre makes its templates.
  const isCentre = workingOrg.type !== 'GROUP'
  const [values, setValues] = useState<Typed>({
    name: of.name,
    forOrgId: isCentre ? workingOrg.id : null,
  })
  const save = () =>
    act.run(
      {
        ...(of.id !== null && { fromId: of.id }),
        kind: of.kind,
        code: textOf(values.code),
        name: textOf(values.name),
        forOrgId: textOf(values.forOrgId) || null,
        forOwnerId: textOf(values.forOwnerId) || null,
      },
      () => t(words.saved),
    )
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
        locked={isCentre ? ['forOrgId'] : []}
        labels={isCentre ? { forOrgId: workingOrg } : {}}
        onChange={setValues}
      />
    </ActDialog>
  )
}
