import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { app, appVersion } from '@lading/contract/sys/app.ts'
import { appCalls } from '@lading/contract/sys/appCalls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { problemOf } from '../../kernel/field/rules.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { areSound, Fields, type Typed } from '../Fields.tsx'
import '../sys.css'

interface AppRow {
  readonly id: string
  readonly version: number
  readonly appName: string
  readonly title: string
  readonly platform: string
}
const asked = ['appName', 'title', 'platform'] as const
const changeable = ['title', 'platform'] as const
const columnsOf = (edit: ((a: AppRow) => void) | undefined): readonly ReadColumn<AppRow>[] => [
  { name: 'appName', title: app.fields.appName.title, width: 160, said: (a) => a.appName },
  { name: 'title', title: app.fields.title.title, width: 200, said: (a) => a.title },
  {
    name: 'platform',
    title: app.fields.platform.title,
    width: 120,
    said: (a, t) => t(app.fields.platform.choices?.[a.platform] ?? [a.platform, a.platform]),
  },
  ...(edit
    ? [
        {
          name: 'actions',
          title: words.actions,
          width: 90,
          render: (a: AppRow) => <RowButtons actions={[{ key: 'edit', title: words.edit, run: () => edit(a) }]} />,
          isFilled: () => true,
        },
      ]
    : []),
]

/** The programs of which there are versions, and a new one. */
export function Apps({
  mayCreate,
  mayUpdate,
  onClose,
}: {
  mayCreate: boolean
  mayUpdate: boolean
  onClose: () => void
}) {
  const t = useText()
  const [edited, setEdited] = useState<AppRow>()
  const read = useCall(appCalls.getAllApp, {})
  return (
    <ActDrawer title={t(['应用', 'Apps'])} reads={read} onClose={onClose}>
      {(apps) => (
        <>
          <ReadTable<AppRow>
            label={t(['应用', 'Apps'])}
            rows={apps}
            columns={columnsOf(mayUpdate ? setEdited : undefined)}
          />
          {edited && (
            <EditApp
              of={edited}
              onClose={() => {
                setEdited(undefined)
                void read.refetch()
              }}
            />
          )}
          {mayCreate && <NewApp again={async () => void (await read.refetch())} />}
        </>
      )}
    </ActDrawer>
  )
}

/** What an app is called and where it runs; its name, by which devices ask, stays. */
function EditApp({ of, onClose }: { of: AppRow; onClose: () => void }) {
  const t = useText()
  const act = useAct(appVersion as AnyEntity, appCalls.update, onClose)
  const [values, setValues] = useState<Typed>({ title: of.title, platform: of.platform })
  const save = () => act.run({ id: of.id, version: of.version, ...values } as never, () => t(words.saved))
  return (
    <ActDialog
      act={act}
      width={480}
      title={t(['编辑应用：{name}', 'Edit app {name}'], { name: of.appName })}
      okText={t(words.save)}
      isReady={areSound(app.fields, changeable, values)}
      onOk={() => void save()}
      onClose={onClose}
    >
      <Fields fields={app.fields} names={changeable} values={values} onChange={setValues} />
    </ActDialog>
  )
}

function NewApp({ again }: { again: () => Promise<void> }) {
  const t = useText()
  const write = useWrite(appCalls.create)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({ platform: 'PDA' })
  const [problem, setProblem] = useState('')
  const isWhole = asked.every((name) => !problemOf(app.fields[name], values[name] ?? null))
  const save = async () => {
    setProblem('')
    try {
      await write.run(values as Parameters<typeof write.run>[0])
      setValues({ platform: 'PDA' })
    } catch (error) {
      setProblem(asRefused(error).message)
    }
    await again()
    await changed(appVersion as AnyEntity)
  }
  return (
    <section aria-label={t(['新增应用', 'New app'])} className="new-app">
      <h3>{t(['新增应用', 'New app'])}</h3>
      {asked.map((name) => (
        <FieldRow
          key={name}
          field={app.fields[name]}
          value={values[name] ?? null}
          record={values}
          problem={undefined}
          onLeave={() => undefined}
          onChange={(value) => setValues((all) => ({ ...all, [name]: value }))}
        />
      ))}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <Button type="primary" loading={write.isBusy} disabled={!isWhole} onClick={() => void save()}>
        {t(words.save)}
      </Button>
    </section>
  )
}
