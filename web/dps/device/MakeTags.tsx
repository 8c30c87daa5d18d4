import { makeTags } from '@lading/contract/dps/deviceCalls.ts'
import { tag, tagKinds } from '@lading/contract/dps/equipment.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

type Kind = keyof typeof tagKinds
/** A pick tag shows a figure; what tells of orders shows more. */
const digitsOf = (kind: Kind): number => (kind === 'PICK' ? 3 : 6)
const { bus: busField, kind: kindField, digits: digitsField } = tag.fields
const fromTitle: Text = ['节点从', 'Nodes from']
const toTitle: Text = ['至', 'to']

/** Tags of one kind for a span of nodes: nobody types two hundred of them. */
export function MakeTags({ controllerId, onClose }: { controllerId: string; onClose: () => void }) {
  const t = useText()
  const act = useAct(tag, makeTags, onClose)
  const [kind, setKind] = useState<Kind>('PICK')
  const [bus, setBus] = useState(1)
  const [given, setDigits] = useState<number | null>(null)
  const [from, setFrom] = useState<number | null>(1)
  const [to, setTo] = useState<number | null>(24)
  const digits = given ?? digitsOf(kind)
  const isReady = from !== null && to !== null && from <= to
  const make = () =>
    isReady &&
    void act.run({ controllerId, bus, from, to, kind, digits }, ({ made, kept }) =>
      t(['已新增{made}个标签，{kept}个已存在', 'Tags created: {made}; there already: {kept}'], { made, kept }),
    )
  const node = (title: Text, value: number | null, set: (v: number | null) => void) => (
    <div className="field">
      <span className="needed">{t(title)}</span>
      <InputNumber
        className="wide"
        min={1}
        max={250}
        precision={0}
        value={value}
        aria-label={t(title)}
        onChange={set}
      />
    </div>
  )
  return (
    <ActDialog
      act={act}
      width={420}
      title={t(makeTags.title)}
      okText={t(words.ok)}
      isReady={isReady}
      onOk={make}
      onClose={onClose}
    >
      <div className="field">
        <span className="needed">{t(kindField.title)}</span>
        <Select<Kind>
          className="wide"
          aria-label={t(kindField.title)}
          value={kind}
          options={Object.entries(tagKinds).map(([value, text]) => ({ value: value as Kind, label: t(text) }))}
          onChange={setKind}
        />
      </div>
      <div className="field">
        <span>{t(busField.title)}</span>
        <Segmented value={bus} options={[1, 2]} aria-label={t(busField.title)} onChange={setBus} />
      </div>
      {node(fromTitle, from, setFrom)}
      {node(toTitle, to, setTo)}
      <div className="field">
        <span className="needed">{t(digitsField.title)}</span>
        <InputNumber
          className="wide"
          min={1}
          max={6}
          precision={0}
          value={digits}
          aria-label={t(digitsField.title)}
          onChange={setDigits}
        />
      </div>
      <p className="hint">{t(['已存在的节点保持不变。', 'Nodes that are there already stay as they are.'])}</p>
    </ActDialog>
  )
}
