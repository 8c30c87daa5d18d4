import { replaceTag } from '@lading/contract/dps/calls.ts'
import { tag } from '@lading/contract/dps/equipment.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

interface Props {
  readonly tag: Row
  readonly controllerId: string
  readonly onClose: () => void
}
/** Another tag takes the place of a broken one. */
export function ReplaceTag({ tag: own, controllerId, onClose }: Props) {
  const t = useText()
  const act = useAct(tag, replaceTag, onClose)
  const [byId, setBy] = useState<string>()
  const title = t(['替换标签{code}', 'Replace tag {code}'], { code: own.code })
  const replace = () =>
    byId !== undefined &&
    void act.run({ id: own.id, version: own.version, byId }, () =>
      t(['已替换', 'Replaced: {code}'], { code: own.code }),
    )
  return (
    <ActDialog
      act={act}
      width={420}
      title={title}
      okText={t(['替换', 'Replace'])}
      isReady={byId !== undefined && byId !== own.id}
      onOk={replace}
      onClose={onClose}
    >
      <div className="field">
        <span className="needed">{t(['替换为', 'By'])}</span>
        <RefSelect
          to="dps.tag"
          title={t(['替换为', 'By'])}
          value={byId}
          where={{ controllerId, kind: String(own.kind) }}
          onChange={(id) => setBy(id ?? undefined)}
        />
      </div>
      <p className="hint">
        {t([
          '货位、作业点与未完成的亮灯都转到新标签；两个标签须为同一类型，新标签未绑定货位。',
          'Its bin, its job point and what is lit go over to the other tag: one of the same kind, at no bin yet.',
        ])}
      </p>
    </ActDialog>
  )
}
