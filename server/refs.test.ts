import { type AnyEntity, entityPath, entityPermission } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { expect, test } from 'vitest'
import { areaServed } from './areas.ts'

const served = areaServed('only to be listed')
const calls = new Map(served.map(({ call }) => [call.path, call]))

interface WritableRef {
  readonly form: AnyEntity
  readonly name: string
  readonly to: string
}
const isTyped = (f: Field): boolean => !f.derived && (f.kind === 'ref' || f.kind === 'refs')
/** Every field of a form, and of the child rows in it, that names a row of something else. */
const refsOf = (form: AnyEntity, e: AnyEntity = form): readonly WritableRef[] =>
  e.form.flatMap((name): readonly WritableRef[] => {
    const f = e.fields[name]
    if (f?.rows && !f.derived) return refsOf(form, f.rows.entity)
    return f && isTyped(f) ? [{ form, name: e === form ? name : `${e.noun}.${name}`, to: f.to ?? '' }] : []
  })
const forms = permissionSubjects.filter((e) =>
  ['create', 'update'].some((verb) => calls.has(`${entityPath(e)}/${verb}`)),
)
const all = forms.flatMap((form) => refsOf(form))

/** Whether a call answers what may be chosen, to whoever may write the form. */
function isFound({ form, to }: WritableRef): boolean {
  const writes = ['create', 'update'].map((action) => entityPermission(form, action as 'create'))
  const offer = calls.get(`${entityPath(form)}/offer`)
  return offer !== undefined && writes.includes(offer.permission) && offer.input.safeParse({ to, filter: {} }).success
}

test('whoever may write a form finds what he may choose in it, without any other right', () => {
  const lost = all.filter((r) => r.form.area !== 'sys' && !isFound(r))
  expect(all.length).toBeGreaterThan(40)
  expect(lost.map((r) => `${r.form.key} ${r.name} → ${r.to}`)).toEqual([])
})

test('administration chooses by calls of its own', () => {
  const refs = all.filter((r) => r.form.area === 'sys').map((r) => r.to)
  const own: Readonly<Record<string, string>> = {
    'sys.app': '/fw/api/sys/app/getAllApp',
    'sys.org': '/fw/api/sys/org/query',
    'sys.role': '/fw/api/sys/role/query',
    'sys.user': '/fw/api/sys/user/query',
    'tms.carrier': '/tms/api/carrier/query',
    'wms.owner': '/wms/api/owner/query',
  }
  expect(refs.filter((to) => !calls.has(own[to] ?? ''))).toEqual([])
})
