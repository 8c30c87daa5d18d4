import { formatQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { askedFields, packChange } from '@lading/contract/mdm/packChange.ts'
import { packLevels, packProduct, qpc } from '@lading/contract/mdm/product.ts'
import { unitText } from '@lading/contract/mdm/units.ts'
import { freeGtin14, fromParts, type Level, packName } from '@lading/contract/wms/pack.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import { inputs } from '../../kernel/field/inputs.tsx'
import { createInput, type Draft, updateInput, type Values } from '../../kernel/form/draft.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { callOf, labelIn, labelText, type Row, type Seen } from '../../kernel/records.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { baseGtin, eachOf, packOf } from './facts.ts'
import { type PackForm, usePackForm } from './usePackForm.ts'

const counts = ['midQpc', 'midUnit', 'qpc', 'caseUnit', 'palletTi', 'palletHi', 'name', 'isDefault'] as const
const inner = ['midLengthCm', 'midWidthCm', 'midHeightCm', 'midWeightKg'] as const
const box = ['lengthCm', 'widthCm', 'heightCm', 'volumeM3', 'weightKg', 'netWeightKg'] as const
const pallet = ['palletLengthCm', 'palletWidthCm', 'palletHeightCm', 'palletWeightKg'] as const
type Name = keyof typeof qpc.fields & string

interface Props {
  /** The product as the list has it. */
  readonly product: Row
  /** The pack that is changed; none for a new one. */
  readonly pack?: Row
  /** With whose counts, sizes and weights a new one begins. */
  readonly like?: Row
  /** It is asked for, with its reason and its day, instead of done at once. */
  readonly isAsked?: boolean
  readonly packs: readonly Row[]
  readonly onClose: () => void
}

/** A pack from the piece to the pallet: counts once, barcodes by their contents', sizes and weights from the parts. */
export function PackDialog({ product, pack, like, isAsked = false, packs, onClose }: Props) {
  const t = useText()
  const form = usePackForm(product, pack, like)
  const create = useWrite(callOf<Values, Seen>(qpc, 'create'))
  const update = useWrite(callOf<Values, Seen>(qpc, 'update'))
  const ask = useWrite(callOf<Values, Seen>(packChange.header, 'create'))
  const [why, setWhy] = useState<Values>({ effectiveOn: todayText(), cause: null })
  const save = async () => {
    if (!form.check()) return
    try {
      if (isAsked) await ask.run(requestInput(form.draft, product.id, pack, why))
      else if (pack) await update.run(updateInput(form.draft, pack))
      else await create.run(newInput(form.draft, product.id))
      notify('good', t(words.saved))
      await changed(qpc)
      await changed(packProduct)
      if (isAsked) await changed(packChange.header)
      onClose()
    } catch (error) {
      form.take(error)
    }
  }
  const others = packs.filter((p) => p.id !== pack?.id)
  return (
    <TabModal
      open
      width={760}
      title={`${t(titleOf(isAsked, pack !== undefined))} · ${labelText(labelIn(packProduct, product))}`}
      okText={t(words.save)}
      cancelText={t(words.cancel)}
      confirmLoading={create.isBusy || update.isBusy || ask.isBusy}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="pack-form">
        {form.refused && <Alert type="error" showIcon role="alert" title={form.refused} />}
        {isAsked && <Why values={why} messages={form.messages} onChange={setWhy} />}
        <ChainLine levels={form.levels} />
        <Section
          title={['数量', 'Quantities']}
          names={isAsked ? counts.filter((name) => name !== 'isDefault') : counts}
          form={form}
          isEdit={pack !== undefined}
        />
        <Barcodes product={product} form={form} others={others} />
        <Sizes product={product} form={form} />
      </div>
    </TabModal>
  )
}

const titleOf = (isAsked: boolean, isEdit: boolean): Text => {
  if (isAsked) return isEdit ? ['申请变更规格', 'Request a change of pack'] : ['申请新规格', 'Request a pack']
  return isEdit ? ['编辑规格', 'Edit pack'] : ['新增规格', 'New pack']
}

/** A request says only what is to become different; an empty field asks for nothing. */
function requestInput(d: Draft, productId: string, pack: Row | undefined, why: Values): Values {
  const said = pack ? updateInput(d, pack) : createInput(d)
  const asked = Object.entries(said).filter(([name, value]) => name in askedFields && value !== null && value !== '')
  return { ...Object.fromEntries(asked), ...why, productId, ...(pack && { qpcId: pack.id }) }
}

/** From when on, and why. */
function Why({
  values,
  messages,
  onChange,
}: {
  values: Values
  messages: Readonly<Record<string, string>>
  onChange: (values: Values) => void
}) {
  return (
    <div className="pack-fields">
      {(['effectiveOn', 'cause'] as const).map((name) => (
        <FieldRow
          key={name}
          field={packChange.header.fields[name]}
          value={values[name]}
          record={values}
          problem={messages[name]}
          onLeave={() => undefined}
          onChange={(value) => onChange({ ...values, [name]: value })}
        />
      ))}
    </div>
  )
}

/** An empty name is made from the counts. */
function newInput(d: Draft, productId: string): Values {
  const { name, ...values } = createInput(d)
  return { ...values, productId, ...(name !== null && { name }) }
}

/** 1 瓶 → 6 包 → 24 箱 → 1440: what was counted, once more as it will be. */
function ChainLine({ levels }: { levels: readonly Level[] }) {
  const t = useText()
  return (
    <ol className="pack-line" aria-label={t(['包装层级', 'Levels'])}>
      {levels.map((l) => (
        <li key={l.level}>
          <small>{t(packLevels[l.level])}</small>
          <b className="num">{formatQty(l.units)}</b>
          {l.unit && (
            <span className="muted">{l.level === 'EACH' ? t(unitText(l.unit)) : `/${t(unitText(l.unit))}`}</span>
          )}
        </li>
      ))}
    </ol>
  )
}

function Section({
  title,
  names,
  form,
  isEdit = false,
}: {
  title: Text
  names: readonly Name[]
  form: PackForm
  isEdit?: boolean
}) {
  const t = useText()
  return (
    <fieldset className="pack-section">
      <legend>{t(title)}</legend>
      <div className="pack-fields">
        {names.map((name) => (
          <PackField
            key={name}
            name={name}
            form={form}
            hint={name === 'name' && !isEdit ? packName(packOf(form.draft.values)) : undefined}
          />
        ))}
      </div>
    </fieldset>
  )
}

function PackField({ name, form, hint }: { name: Name; form: PackForm; hint?: string | undefined }) {
  const t = useText()
  const field = qpc.fields[name]
  const Control = inputs[field.kind]
  const problem = form.messages[name]
  const id = `pack-${name}`
  const title = t(field.title)
  return (
    <div className="field">
      <label htmlFor={id} className={field.required && field.kind !== 'flag' && name !== 'name' ? 'needed' : ''}>
        {title}
      </label>
      <Control
        id={id}
        field={field}
        title={title}
        value={form.draft.values[name]}
        record={form.draft.values}
        isInvalid={problem !== undefined}
        describedBy={problem ? `${id}-problem` : undefined}
        onChange={(value) => form.change({ [name]: value })}
      />
      {problem ? (
        <div id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </div>
      ) : (
        hint && <div className="hint">{t(['空白时为 {name}', 'if blank: {name}'], { name: hint })}</div>
      )}
    </div>
  )
}

const codeOf = { INNER: 'midBarcode', CASE: 'barcode', PALLET: 'palletBarcode' } as const

/** Each level's barcode, with the number that follows from what it holds. */
function Barcodes({ product, form, others }: { product: Row; form: PackForm; others: readonly Row[] }) {
  const t = useText()
  const base = baseGtin(product)
  const used: (string | null)[] = others.flatMap((p) =>
    Object.values(codeOf).map((name) => (typeof p[name] === 'string' ? p[name] : null)),
  )
  const asked = (['INNER', 'CASE', 'PALLET'] as const).filter(
    (level) => level === 'CASE' || form.levels.some((l) => l.level === level),
  )
  const rows = asked.map((level) => {
    const name = codeOf[level]
    const mine = asked.filter((l) => l !== level).map((l) => String(form.draft.values[codeOf[l]] ?? ''))
    const suggestion = freeGtin14(base, [...used, ...mine])
    used.push(suggestion ?? null)
    return { name, suggestion }
  })
  return (
    <fieldset className="pack-section">
      <legend>{t(['条码', 'Barcodes'])}</legend>
      <div className="pack-fields pack-codes">
        {rows.map(({ name, suggestion }) => (
          <div key={name}>
            <PackField name={name} form={form} />
            {suggestion && form.draft.values[name] !== suggestion && (
              <Button type="link" size="small" onClick={() => form.change({ [name]: suggestion })}>
                {t(['采用 {gtin}', 'Use {gtin}'], { gtin: suggestion })}
              </Button>
            )}
          </div>
        ))}
      </div>
      <p className="hint">
        {base
          ? t(['由单品条码 {gtin} 生成 GTIN-14 建议', 'GTIN-14 suggested from the item barcode: {gtin}'], {
              gtin: base,
            })
          : t(['单品没有可流通的商品条码，无法建议 GTIN-14', 'The item has no GTIN, so no GTIN-14 is suggested'])}
      </p>
    </fieldset>
  )
}

function Sizes({ product, form }: { product: Row; form: PackForm }) {
  const t = useText()
  const has = (level: Level['level']) => form.levels.some((l) => l.level === level)
  const parts = fromParts(eachOf(product), packOf(form.draft.values))
  return (
    <>
      {has('INNER') && <Section title={['中包尺寸与重量', 'Inner pack: size and weight']} names={inner} form={form} />}
      <Section title={['箱尺寸与重量', 'Case: size and weight']} names={box} form={form} />
      {has('PALLET') && <Section title={['托盘尺寸与重量', 'Pallet: size and weight']} names={pallet} form={form} />}
      <Button disabled={Object.keys(parts).length === 0} onClick={() => form.change(parts)}>
        {t(['由下级计算体积与重量', 'Calculate volume and weight from the contents'])}
      </Button>
    </>
  )
}
