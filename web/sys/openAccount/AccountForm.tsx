import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { openAccount } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { useState } from 'react'
import { useWrite } from '../../client/errors.ts'
import { useTabTitle } from '../../client/tabStore.ts'
import { createInput, newDraft } from '../../kernel/form/draft.ts'
import { EntityForm, FormPage } from '../../kernel/form/EntityForm.tsx'
import type { FormShape } from '../../kernel/form/shape.ts'
import { useForm } from '../../kernel/form/useForm.ts'
import { changed } from '../../kernel/verbs.tsx'
import { OrgsInput, OwnersInput } from '../user/lists.tsx'
import { ScopesInput } from './Scopes.tsx'
import { SecretDialog, type ToldSecret } from './SecretDialog.tsx'

const { fields } = openAccount
/** With its permissions, which the declaration leaves to a control of their own. */
const form: AnyEntity = {
  ...openAccount,
  fields: { ...fields, scopes: { ...fields.scopes, derived: false } },
  form: [...openAccount.form, 'scopes'],
}
const shape: FormShape = {
  sections: [
    { title: ['范围', 'Reach'], fields: ['orgIds', 'ownerScope', 'ownerIds'] },
    { title: ['限制', 'Limits'], fields: ['ipAllow', 'ratePerMinute', 'dailyQuota', 'validTo'] },
    { title: ['消息推送', 'Webhooks'], fields: ['callbackUrl', 'callbackEvents'] },
    { title: fields.scopes.title, fields: ['scopes'] },
  ],
  show: {
    publicKey: ({ signAlgorithm }) => signAlgorithm === 'ED25519',
    ownerIds: ({ ownerScope }) => ownerScope === 'LISTED',
  },
  controls: { orgIds: OrgsInput, ownerIds: OwnersInput, scopes: ScopesInput },
}

export const AccountEdit = () => <EntityForm of={form} shape={shape} />

/** A new account; its secret is told before the form is left. */
export function AccountAdd() {
  const draft = newDraft(form)
  const model = useForm(form, form.form, draft, shape)
  const write = useWrite(openAccountCalls.create)
  useTabTitle(openAccountCalls.create.title)
  const [told, setTold] = useState<ToldSecret & { readonly done: () => void }>()
  const save = async () => {
    // The form's checks are those of the call.
    const made = await write.run(createInput(model.draft) as Parameters<typeof write.run>[0])
    // Saved: nothing typed is lost any more.
    model.setDraft((d) => ({ ...d, loaded: d.values }))
    await changed(openAccount)
    if (model.draft.values.signAlgorithm === 'ED25519') return made.id
    const { appKey, secret } = made
    await new Promise<void>((done) => setTold({ name: String(model.draft.values.name), appKey, secret, done }))
    setTold(undefined)
    return made.id
  }
  return (
    <>
      <FormPage
        of={form}
        shape={shape}
        form={model}
        isBusy={write.isBusy}
        save={save}
        again={() => model.setDraft(draft)}
      />
      {told && <SecretDialog told={told} onClose={told.done} />}
    </>
  )
}
