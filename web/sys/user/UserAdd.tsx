import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import { useState } from 'react'
import { useWrite } from '../../client/errors.ts'
import { usePlace, useTabTitle } from '../../client/tabStore.ts'
import { createInput, newDraft } from '../../kernel/form/draft.ts'
import { FormPage } from '../../kernel/form/EntityForm.tsx'
import { useForm } from '../../kernel/form/useForm.ts'
import { changed } from '../../kernel/verbs.tsx'
import { InitialPassword, type Told } from '../../platform/InitialPassword.tsx'
import { OrgInput } from '../org/OrgInput.tsx'
import { newUser } from '../views.ts'
import { Mobile, Username } from './Checked.tsx'
import { CarriersInput, OrgsInput, OwnersInput, RolesInput } from './lists.tsx'

const controls = {
  username: Username,
  mobile: Mobile,
  orgId: OrgInput,
  roleIds: RolesInput,
  workingOrgIds: OrgsInput,
  ownerIds: OwnersInput,
  carrierIds: CarriersInput,
}

/** A new user with his organisations and roles; his password is told before the form is left. */
export function UserAdd() {
  const { orgId } = usePlace().query
  const draft = newDraft(newUser, orgId ? { orgId } : {})
  const form = useForm(newUser, newUser.form, draft)
  const write = useWrite(userCalls.create)
  useTabTitle(userCalls.create.title)
  const [told, setTold] = useState<Told & { readonly done: () => void }>()
  const save = async () => {
    // The form's checks are those of the call.
    const made = await write.run(createInput(form.draft) as Parameters<typeof write.run>[0])
    // Saved: nothing typed is lost any more.
    form.setDraft((d) => ({ ...d, loaded: d.values }))
    await changed(userView)
    await new Promise<void>((done) =>
      setTold({ username: String(form.draft.values.username), password: made.initialPassword, done }),
    )
    setTold(undefined)
    return made.id
  }
  return (
    <>
      <FormPage
        of={newUser}
        shape={{ controls }}
        form={form}
        isBusy={write.isBusy}
        save={save}
        again={() => form.setDraft(draft)}
      />
      {told && <InitialPassword told={told} onClose={told.done} />}
    </>
  )
}
