import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { formatQty, isQtyText, normaliseQtyText, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { pickContainerFaults } from '@lading/contract/wms/pickContainerCalls.ts'
import { type StockType, stockTypes } from '@lading/contract/wms/place.ts'
import { refuseReasons, task } from '@lading/contract/wms/task.ts'
import { type confirmInput, confirmLine, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { Checkbox, Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { z } from 'zod'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { ChoiceText } from '../../kernel/ChoiceText.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import type { Problem as Why } from '../../kernel/Refusal.tsx'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActProblem } from '../../platform/ActProblem.tsx'
import { OverrideForm } from '../../platform/override/OverrideForm.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { baseText, caseText, countText, isNet, labelOf, nextOf } from './lineText.ts'
import { isPermittable, reasonsOf } from './reasons.ts'

type Draft = Partial<
  Record<
    | 'qty'
    | 'reason'
    | 'toBin'
    | 'toContainer'
    | 'productionDate'
    | 'expireDate'
    | 'batch'
    | 'stockType'
    | 'refusedQty'
    | 'refusedReason'
    | 'onPallets',
    string
  >
>
type Name = keyof Draft

const titles: Readonly<Record<Name, Text>> = {
  qty: ['实际数量', 'Actual quantity'],
  reason: ['不足原因', 'Reason for shortage'],
  toBin: ['目标货位', 'Target bin'],
  toContainer: ['容器', 'Container'],
  productionDate: ['生产日期', 'Production date'],
  expireDate: ['到期日期', 'Expiry date'],
  batch: ['生产批号', 'Batch no.'],
  stockType: ['库存类型', 'Stock type'],
  refusedQty: ['拒收数量', 'Refused quantity'],
  refusedReason: ['拒收原因', 'Refusal reason'],
  onPallets: ['分托', 'Pallets'],
}
const datesOf = (type: TaskType, line: WorkLine): readonly Name[] => {
  if (!taskTypes[type].keptAs || !line.product) return []
  const dates: readonly Name[] =
    line.product.shelfMode === 'EXPIRY'
      ? ['expireDate']
      : line.product.shelfMode === 'PROD_DATE'
        ? ['productionDate']
        : []
  return [...dates, 'batch']
}

/** What was confirmed, as one counts it: `100110 苏打水 · 3 箱 + 2 瓶`. */
const saidOf = (line: WorkLine, qty: bigint | undefined): string => {
  const what = line.product ? `${line.product.code} ${line.product.name}` : (line.fromContainer?.code ?? '')
  return qty === undefined ? what : `${what} · ${countText(qty, line)}`
}

/** Goods that leave a container are counted, a container is not. */
const isWholeOf = (type: TaskType, line: WorkLine): boolean => taskTypes[type].whole === true && line.product === null

/** Confirms a line from paper: what really moved, and where it now is. */
export function ConfirmDialog({ type, line, onClose }: { type: TaskType; line: WorkLine; onClose: () => void }) {
  const t = useText()
  const rest = nextOf(line)
  const isWhole = isWholeOf(type, line)
  const [draft, setDraft] = useState<Draft>({ qty: formatQty(rest), toBin: labelOf(line.toBin) ?? '' })
  const [attrs, setAttrs] = useState<Attrs>({})
  const [problem, setProblem] = useState<Coded>()
  const write = useWrite(confirmLine)
  const typed = normaliseQtyText(draft.qty ?? '')
  const qty = isQtyText(typed) ? parseQty(typed) : undefined
  const typedRefused = normaliseQtyText(draft.refusedQty ?? '')
  const refused = isQtyText(typedRefused) ? parseQty(typedRefused) : 0n
  const isLess = qty !== undefined && qty + refused < rest && !isNet(type, line, qty)
  const cases = caseText(rest, line)
  const note = `${t(['应做', 'Planned'])} ${baseText(rest, line)}${cases ? ` (${cases})` : ''}`
  const set = (name: Name) => (value: string) => setDraft((d) => ({ ...d, [name]: value }))
  const run = async (permit?: string) => {
    if (qty === undefined || (typedRefused !== '' && !isQtyText(typedRefused)))
      return setProblem({ code: 0, message: t(['请输入数量', 'Enter a quantity']) })
    setProblem(undefined) // No question stands beside what was refused before.
    try {
      const input = inputOf(line, { ...draft, refusedQty: refused > 0n ? typedRefused : '' }, typed, isLess, permit)
      const answer = await orReplanned(write.run, { ...input, ...(line.product?.lotAttrs.length && { attrs }) })
      const isShort = answer.line.state === 'SHORT'
      const done: Text = isShort
        ? ['已确认 {what}，缺货', 'Confirmed short: {what}']
        : ['已确认 {what}', 'Confirmed: {what}']
      notify(isShort ? 'warn' : 'good', t(done, { what: saidOf(line, isWhole ? undefined : qty) }))
      for (const warning of answer.warnings) notify('warn', t(warning))
      onClose()
    } catch (error) {
      setProblem(asRefused(error))
    }
    await changed(task)
  }
  return (
    <TabModal
      open
      width={480}
      title={t(['确认：{what}', 'Confirm: {what}'], {
        what: line.product ? `${line.product.code} ${line.product.name}` : (line.fromContainer?.code ?? ''),
      })}
      okText={t(words.ok)}
      cancelText={t(words.cancel)}
      confirmLoading={write.isBusy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {problem && (
        <Problem type={type} line={line} problem={problem} isBusy={write.isBusy} onPermit={(id) => void run(id)} />
      )}
      {isWhole ? (
        <p>{t(['整容器确认，数量按计划。', 'Whole container, quantity as planned.'])}</p>
      ) : (
        <>
          <TextField name="qty" draft={draft} set={set} note={note} />
          {taskTypes[type].keptAs && <RefusedFields draft={draft} set={set} hasRefused={refused > 0n} />}
          {isLess && <ReasonField type={type} value={draft.reason ?? ''} onChange={set('reason')} />}
          {[...datesOf(type, line), ...[taskTypes[type].asks ?? []].flat()].map((name) => (
            <TextField
              key={name}
              name={name}
              draft={draft}
              set={set}
              placeholder={name === 'productionDate' || name === 'expireDate' ? 'YYYY-MM-DD' : ''}
            />
          ))}
          {taskTypes[type].keptAs && <ArrivalFields {...{ type, line, qty, draft, set, attrs, setAttrs }} />}
        </>
      )}
    </TabModal>
  )
}

/** A refusal with the code by which a supervisor's word may overrule it. */
interface Coded extends Why {
  readonly code: number
}
interface ProblemProps {
  readonly type: TaskType
  readonly line: WorkLine
  readonly problem: Coded
  readonly isBusy: boolean
  readonly onPermit: (overrideId: string) => void
}
/** Why it was refused; what a supervisor may overrule, he does here. */
function Problem({ type, line, problem, isBusy, onPermit }: ProblemProps) {
  return (
    <>
      <ActProblem of={problem} />
      {isPermittable(problem.code) && (
        <OverrideForm
          permission={entityPermission(viewOf(type), 'permit')}
          subjectId={line.id}
          title={['主管放行并收货', 'Override and receive']}
          isBusy={isBusy}
          onGranted={onPermit}
        />
      )}
    </>
  )
}

/** Another container than the plan says is a decision: it changes the plan, and labels have to be printed again. */
async function orReplanned<I extends object, O>(
  run: (input: I & { replan?: boolean }) => Promise<O>,
  input: I,
): Promise<O> {
  try {
    return await run(input)
  } catch (error) {
    const { code, message } = asRefused(error)
    const isPlan = code === pickContainerFaults.goesInto.code
    const question = { title: [message, message], ok: ['改装箱计划', 'Change the plan'] } as const
    if (!isPlan || (await ask(question)) === undefined) throw error
    return run({ ...input, replan: true })
  }
}

function inputOf(
  line: WorkLine,
  draft: Draft,
  typed: string,
  isLess: boolean,
  permit: string | undefined,
): z.output<typeof confirmInput> {
  const { qty: _, reason, toBin, refusedReason, onPallets, ...others } = draft
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value))
  return {
    taskLineId: line.id,
    qty: typed,
    scans: {},
    ...given,
    ...(onPallets && { onPallets: true }),
    ...(toBin && toBin !== line.toBin?.code && { toBin }),
    ...(draft.refusedQty && isRefuseReason(refusedReason) && { refusedReason }),
    ...(isLess && reason && { reason }),
    partial: isLess && !reason,
    ...(permit !== undefined && { permit }),
  }
}

/** More came than one pallet holds. */
const isMany = ({ pack }: WorkLine, qty: Qty | undefined): boolean =>
  pack?.palletQty != null && qty !== undefined && qty > parseQty(pack.palletQty)

const isRefuseReason = (reason: string | undefined): reason is keyof typeof refuseReasons =>
  reason !== undefined && Object.hasOwn(refuseReasons, reason)

/** 拒收: what goes back on the vendor's truck, and why. */
function RefusedFields({ draft, set, hasRefused }: Pick<TextFieldProps, 'draft' | 'set'> & { hasRefused: boolean }) {
  const t = useText()
  const reasons = Object.entries(refuseReasons).map(([value, text]) => ({ value, label: t(text) }))
  return (
    <>
      <TextField name="refusedQty" draft={draft} set={set} />
      {hasRefused && (
        <Field title={t(titles.refusedReason)}>
          <Select
            className="wide"
            aria-label={t(titles.refusedReason)}
            value={draft.refusedReason ?? null}
            options={reasons}
            onChange={(value) => set('refusedReason')(value ?? '')}
          />
        </Field>
      )}
    </>
  )
}

type Attrs = Readonly<Record<string, string>>
interface ArrivalProps extends Pick<TextFieldProps, 'draft' | 'set'> {
  readonly type: TaskType
  readonly line: WorkLine
  readonly qty: Qty | undefined
  readonly attrs: Attrs
  readonly setAttrs: (next: (now: Attrs) => Attrs) => void
}
/** What goods bring with them: pallets, what the product asks of each lot, what kind of stock they are. */
function ArrivalFields({ type, line, qty, draft, set, attrs, setAttrs }: ArrivalProps) {
  const t = useText()
  return (
    <>
      {type === 'RECEIVE' && isMany(line, qty) && (
        <Checkbox
          checked={draft.onPallets === 'true'}
          onChange={(e) => set('onPallets')(e.target.checked ? 'true' : '')}
        >
          {t(['按码托标准分托', 'Split into pallets'])}
        </Checkbox>
      )}
      {type === 'RECEIVE' &&
        line.product?.lotAttrs.map(({ name, needed }) => (
          <AttrField
            key={name}
            title={needed ? `${name} *` : name}
            value={attrs[name] ?? ''}
            onChange={(value) => setAttrs((a) => ({ ...a, [name]: value }))}
          />
        ))}
      <StockTypeField
        types={taskTypes[type].keptAs ?? []}
        value={draft.stockType ?? ''}
        usual={line.stockType}
        onChange={set('stockType')}
      />
    </>
  )
}

/** Goods that are not sold as they are: to be inspected, damaged, given away. */
function StockTypeField({
  types: all,
  value,
  usual,
  onChange,
}: {
  types: readonly StockType[]
  value: string
  usual: WorkLine['stockType']
  onChange: (value: string) => void
}) {
  const t = useText()
  const types = all
    .filter((type) => type !== (usual ?? 'GOOD'))
    .map((type) => ({ value: type, label: <ChoiceText of={stockTypes[type]} /> }))
  const asPlanned = { value: '', label: <ChoiceText of={stockTypes[usual ?? 'GOOD']} /> }
  return (
    <Field title={t(titles.stockType)}>
      <Select
        className="wide"
        aria-label={t(titles.stockType)}
        value={value}
        options={[asPlanned, ...types]}
        onChange={onChange}
      />
    </Field>
  )
}

interface ReasonFieldProps {
  readonly type: TaskType
  readonly value: string
  readonly onChange: (value: string) => void
}
function ReasonField({ type, value, onChange }: ReasonFieldProps) {
  const t = useText()
  const reasons = Object.entries(reasonsOf(type)).map(([reason, text]) => ({ value: reason, label: t(text) }))
  const later = { value: '', label: t(['稍后继续（不算缺货）', 'Continue later (not short)']) }
  return (
    <Field title={t(titles.reason)}>
      <Select
        className="wide"
        aria-label={t(titles.reason)}
        value={value}
        options={[later, ...reasons]}
        onChange={onChange}
      />
    </Field>
  )
}

interface TextFieldProps {
  readonly name: Name
  readonly draft: Draft
  readonly set: (name: Name) => (value: string) => void
  readonly note?: string
  readonly placeholder?: string
}
function TextField({ name, draft, set, note, placeholder = '' }: TextFieldProps) {
  const t = useText()
  const id = useId()
  return (
    <Field title={t(titles[name])} id={id}>
      <Input
        id={id}
        value={draft[name] ?? ''}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(e) => set(name)(e.target.value)}
      />
      {note && <div className="hint">{note}</div>}
    </Field>
  )
}
/** What the product asks of each lot. */
function AttrField({ title, value, onChange }: { title: string; value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <Field title={title} id={id}>
      <Input id={id} value={value} maxLength={64} autoComplete="off" onChange={(e) => onChange(e.target.value)} />
    </Field>
  )
}
const Field = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <div className="field">
    <label htmlFor={id}>{title}</label>
    {children}
  </div>
)
