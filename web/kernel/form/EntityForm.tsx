import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../client/errors.ts'
import { closeNow, go, usePlace, useTabKey, useTabTitle } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { notify } from '../../ui/notices.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { FormOf } from '../field/formOf.ts'
import { Made } from '../Made.tsx'
import { NotRead } from '../NotRead.tsx'
import { useBlocked } from '../permission.ts'
import { callOf, getRow, type Row, type Seen } from '../records.ts'
import { changed, useSibling } from '../verbs.tsx'
import { words } from '../words.ts'
import { Collisions } from './Collisions.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { copyDraft, createInput, draftOf, newDraft, updateInput, type Values } from './draft.ts'
import { FormFields } from './FormFields.tsx'
import { type FormShape, plainShape } from './shape.ts'
import { type FormModel, useForm } from './useForm.ts'
import { useSaveKey } from './useSaveKey.ts'
import '../kit.css'

export interface EntityFormProps {
  readonly of: AnyEntity
  readonly shape?: FormShape
}

/** The default form: a new record, with `copyOf` in the address one like another, or with `id` an existing one. */
export function EntityForm(p: EntityFormProps) {
  const { id, copyOf } = usePlace().query
  if (id !== undefined) return <EditForm key={id} {...p} id={id} />
  return copyOf === undefined ? <AddForm {...p} /> : <CopyForm key={copyOf} {...p} id={copyOf} />
}

/** A new record like another, as that was when the form was opened. */
function CopyForm(p: EntityFormProps & { id: string }) {
  const t = useText()
  const record = useQuery({
    queryKey: [p.of.key, 'copy', p.id],
    queryFn: ({ signal }) => getRow(p.of, p.id, signal),
    staleTime: 'static',
  })
  if (record.data) return <AddForm {...p} like={record.data} />
  return record.error ? <NotRead of={record} /> : <SkeletonRows label={t(words.loading)} />
}

function AddForm(p: EntityFormProps & { like?: Row }) {
  const { query } = usePlace()
  const known: Values = Object.fromEntries(
    Object.entries(query).filter(([name]) => (p.of.fields[name]?.kind ?? 'rows') !== 'rows'),
  )
  const [copied] = useState(() => p.like && copyDraft(p.of, p.like))
  const draft = copied ?? newDraft(p.of, known)
  const form = useForm(p.of, p.of.form, draft, p.shape)
  const write = useWrite(callOf<Values, Seen>(p.of, 'create'))
  useTabTitle([`新增${p.of.title[0]}`, `New ${lowered(p.of)[1]}`])
  const save = async () => (await write.run(createInput(form.draft))).id
  return <FormPage {...p} form={form} isBusy={write.isBusy} save={save} again={() => form.setDraft(draft)} />
}

function EditForm(p: EntityFormProps & { id: string }) {
  const t = useText()
  // Kept here, where it outlives the time in which its tab is hidden: neither that nor news change what is edited.
  const [row, setRow] = useState<Row>()
  // Always read anew: what is edited must not be older than the page it was opened from.
  const record = useQuery({
    queryKey: [p.of.key, 'edit', p.id],
    queryFn: ({ signal }) => getRow(p.of, p.id, signal),
    enabled: row === undefined,
    staleTime: 'static',
    gcTime: 0,
  })
  const reload = async () => {
    const { data } = await record.refetch()
    if (data) setRow(data)
    return data
  }
  if (row) return <EditLoaded {...p} row={row} reload={reload} />
  if (record.data) setRow(record.data)
  if (!record.error) return <SkeletonRows label={t(words.loading)} />
  return <NotRead of={record} />
}

function EditLoaded(p: EntityFormProps & { row: Row; reload: () => Promise<Row | undefined> }) {
  const form = useForm(p.of, p.of.form, draftOf(p.of, p.row), p.shape)
  const write = useWrite(callOf<Values, Seen>(p.of, 'update'))
  const code = String(p.row[p.of.label.code] ?? '')
  useTabTitle([`编辑${p.of.title[0]} ${code}`, `Edit ${code}`])
  const save = async () => (await write.run(updateInput(form.draft, p.row))).id
  const rebased = async () => {
    const fresh = await p.reload()
    if (fresh) form.merge(draftOf(p.of, fresh))
    form.setRefused(undefined)
  }
  return <FormPage {...p} form={form} isBusy={write.isBusy} save={save} rebase={rebased} isEdit />
}

interface FormPageProps extends EntityFormProps {
  readonly form: FormModel
  readonly isBusy: boolean
  readonly isEdit?: boolean
  /** Answers the id of what was saved. */
  readonly save: () => Promise<string>
  readonly again?: () => void
  readonly rebase?: () => Promise<void>
}

/** A form with its buttons, for pages that save otherwise than by one call. */
export function FormPage({ of, shape = plainShape, form, isBusy, isEdit = false, save, again, rebase }: FormPageProps) {
  const t = useText()
  const key = useTabKey()
  const sibling = useSibling()
  const refused = useBlocked(of)
  const submit = async (then: (id: string) => void) => {
    form.setRefused(undefined)
    if (!form.check()) return focusFirstProblem()
    try {
      const id = await save()
      const way = then === again && <Made key={id} made={[{ key: of.key, id, no: t(words.detail) }]} />
      notify('good', way ? [`${t(words.saved)} `, way] : t(words.saved))
      await changed(of)
      then(id)
    } catch (error) {
      form.take(error)
      focusFirstProblem()
    }
  }
  const leave = (id: string) => {
    closeNow([key])
    go(sibling('Dtl', id))
  }
  useSaveKey(() => !isBusy && refused === undefined && void submit(leave))
  return (
    <Page
      title={t(isEdit ? ['编辑{what}', 'Edit {what}'] : ['新增{what}', 'New {what}'], { what: lowered(of) })}
      note={refused ?? (form.dirty && <Unsaved />)}
      actions={
        <>
          <Button
            type="primary"
            loading={isBusy}
            disabled={refused !== undefined}
            title={refused}
            onClick={() => void submit(leave)}
          >
            {t(words.save)}
          </Button>
          {again && (
            <Button disabled={isBusy || refused !== undefined} title={refused} onClick={() => void submit(again)}>
              {t(words.saveAndAdd)}
            </Button>
          )}
        </>
      }
    >
      <DraftOffer form={form} />
      {form.refused && <Refusal form={form} rebase={rebase} />}
      {form.collisions.length > 0 && <Collisions form={form} />}
      <FormOf value={of}>
        <FormFields of={of} names={of.form} shape={shape} form={form} isEdit={isEdit} />
      </FormOf>
    </Page>
  )
}
const lowered = (e: AnyEntity): AnyEntity['title'] => [e.title[0], e.title[1].toLowerCase()]

function Unsaved() {
  const t = useText()
  return (
    <>
      <span className="dot" /> {t(['未保存', 'Unsaved'])}
    </>
  )
}

/** What the server said stays above the form, with everything typed still in it. */
function Refusal({ form, rebase }: { form: FormModel; rebase: (() => Promise<void>) | undefined }) {
  const t = useText()
  const { message = '', traceId = '', isStale } = form.refused ?? {}
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={message}
      description={traceId && t(words.traceId, { id: traceId })}
      closable={{ onClose: () => form.setRefused(undefined) }}
      action={
        isStale &&
        rebase && (
          <Button size="small" onClick={() => void rebase()}>
            {t(['读取最新数据，保留我的修改', 'Load the latest, keep my changes'])}
          </Button>
        )
      }
    />
  )
}

/** After React has drawn the problems. */
function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    const all = document.querySelectorAll<HTMLElement>(
      '.tab-panel [aria-invalid="true"], .tab-panel .ant-select-status-error input',
    )
    // Forms of other tabs are still there, unseen.
    const first = [...all].find((e) => e.checkVisibility())
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  })
}
