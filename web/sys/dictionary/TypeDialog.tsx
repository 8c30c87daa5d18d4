import type { Text } from '@lading/contract/kernel/text.ts'
import { dicCalls } from '@lading/contract/sys/dicCalls.ts'
import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

export interface DicType {
  readonly code: string
  readonly title: string
  readonly titleZh: string
  readonly titleEn: string
  readonly isSystem: boolean
  readonly isOrgLevel: boolean
  readonly version: number
  readonly count: number
}

const fields = {
  code: { kind: 'code', title: ['编码', 'Code'], required: true, max: 48 },
  titleZh: { kind: 'text', title: ['中文名称', 'Chinese name'], required: true, max: 64 },
  titleEn: { kind: 'text', title: ['英文名称', 'English name'], required: true, max: 64 },
} as const
const texts = {
  made: ['新增字典', 'New dictionary'],
  edit: ['字典设置', 'Settings of the dictionary'],
  level: ['各组织可以有不同的字典项', 'Organisations may have different entries'],
} as const satisfies Record<string, Text>

/** A new dictionary, or what one is called and whether organisations may differ. The product's own keep their names. */
export function TypeDialog({
  of,
  onClose,
  onMade,
}: {
  of: DicType | undefined
  onClose: () => void
  onMade: (code: string) => void
}) {
  const t = useText()
  const act = useAct(dicInfo, dicCalls.saveType, onClose)
  const [values, setValues] = useState({ code: of?.code ?? '', titleZh: of?.titleZh ?? '', titleEn: of?.titleEn ?? '' })
  const [isOrgLevel, setOrgLevel] = useState(of?.isOrgLevel ?? false)
  const isReady = Object.values(values).every((value) => value.trim() !== '')
  const save = () =>
    void act.run({ ...values, isOrgLevel, version: of?.version ?? 0 }, () => {
      onMade(values.code)
      return t(words.saved)
    })
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(of ? texts.edit : texts.made)}
      okText={t(words.save)}
      isReady={isReady}
      onOk={save}
      onClose={onClose}
    >
      {Object.entries(fields).map(([name, field]) => (
        <FieldRow
          key={name}
          field={field}
          value={values[name as keyof typeof fields]}
          record={values}
          isDisabled={of !== undefined && (name === 'code' || of.isSystem)}
          problem={undefined}
          onLeave={() => undefined}
          onChange={(value) => setValues((v) => ({ ...v, [name]: String(value ?? '') }))}
        />
      ))}
      <Checkbox checked={isOrgLevel} onChange={(e) => setOrgLevel(e.target.checked)}>
        {t(texts.level)}
      </Checkbox>
    </ActDialog>
  )
}

/** Takes away a dictionary of the tenant's own, once that is sure. */
export function useRemoveType() {
  const t = useText()
  return async ({ code, title, version }: DicType): Promise<void> => {
    const question: Text = ['确定删除字典[{title}]吗？', 'Delete the dictionary [{title}]?']
    if ((await ask({ title: question, args: { title }, ok: words.remove, danger: true })) === undefined) return
    try {
      await call(dicCalls.removeType, { code, version })
      notify('good', t(['已删除：{no}', 'Deleted: {no}'], { no: title }))
    } catch (error) {
      report(error)
    }
    await changed(dicInfo)
  }
}
