import { type CopyPart, copyParts, orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { Checkbox } from 'antd'
import { useWrite } from '../../client/errors.ts'
import { usePrefs } from '../../client/prefs.ts'
import { useTabTitle } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { createInput, newDraft } from '../../kernel/form/draft.ts'
import { FormPage } from '../../kernel/form/EntityForm.tsx'
import type { FormShape } from '../../kernel/form/shape.ts'
import { useForm } from '../../kernel/form/useForm.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { callOf, type Seen } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { newDc } from '../views.ts'
import { CopySourceInput, ParentInput, TransportInput } from './OrgInput.tsx'
import { ZoneInput } from './ZoneInput.tsx'

const shape: FormShape = {
  sections: [{ title: ['从其他物流中心复制', 'Copy from another logistics centre'], fields: ['copyFromId', 'parts'] }],
  show: { parts: ({ copyFromId }) => Boolean(copyFromId) },
  controls: {
    upperOrgId: ParentInput,
    timeZone: ZoneInput,
    transportOrgId: TransportInput,
    copyFromId: CopySourceInput,
    parts: PartsInput,
  },
}
const all = Object.keys(copyParts) as CopyPart[]

/** A new logistics centre with the usual settings, or with those of another one; what was copied is told afterwards. */
export function DcAdd() {
  const t = useText()
  const draft = newDraft(newDc, { parts: all })
  const form = useForm(newDc, newDc.form, draft, shape)
  const create = useWrite(callOf<object, Seen>(newDc, 'create'))
  const copy = useWrite(orgCalls.createFrom)
  useTabTitle(['新增物流中心', 'New logistics centre'])
  const save = async () => {
    const { copyFromId, parts, ...facts } = createInput(form.draft)
    const wanted = (parts ?? []) as CopyPart[]
    if (typeof copyFromId !== 'string' || wanted.length === 0) return (await create.run(facts)).id
    const made = await copy.run({ ...facts, copyFromId, parts: wanted })
    const told = made.copied.map(({ part, count }) => `${t(copyParts[part])} ${count}`)
    notify('good', t(['已复制：{what}', 'Copied: {what}'], { what: told.join(t(['，', ', '])) }))
    return made.id
  }
  return (
    <FormPage
      of={newDc}
      shape={shape}
      form={form}
      isBusy={create.isBusy || copy.isBusy}
      save={save}
      again={() => form.setDraft(draft)}
    />
  )
}

/** What of the other centre is taken over, each part with what it holds. */
function PartsInput(p: InputProps) {
  const t = useText()
  const language = usePrefs((prefs) => prefs.language)
  const id = String(p.record.copyFromId ?? '')
  const offer = useCall(orgCalls.getCopyOffer, { id }, { enabled: id !== '', by: [language] })
  // The draft of the form holds them there.
  const chosen = (p.value ?? []) as readonly CopyPart[]
  if (offer.error) return <NotRead of={offer} />
  if (!offer.data) return <SkeletonRows rows={4} label={t(words.loading)} />
  const toggle = (part: CopyPart, on: boolean) => p.onChange(on ? [...chosen, part] : chosen.filter((c) => c !== part))
  return (
    <fieldset className="copy-parts" aria-label={p.title}>
      <ul>
        {offer.data.map(({ part, count, names }) => (
          <li key={part}>
            <Checkbox
              checked={chosen.includes(part) && count > 0}
              disabled={count === 0}
              onChange={(e) => toggle(part, e.target.checked)}
            >
              {t(copyParts[part])} <span className="num">{count}</span>
            </Checkbox>
            {names.length > 0 && <small className="muted">{names.join(t(['、', ', ']))}</small>}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
