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
import { StatusTag } from '../../ui/StatusTag.tsx'
import { areSound, Fields, type Typed } from '../Fields.tsx'
import '../sys.css'

interface AppRow {
  readonly id: string
  readonly version: number
  readonly appName: string
  readonly title: string
  readonly platform: string
  readonly disabled: boolean
}
const asked = ['appName', 'title', 'platform'] as const
const changeable = ['title', 'platform'] as const
interface AppActs {
  readonly edit: ((a: AppRow) => void) | undefined
  readonly turn: ((a: AppRow) => void) | undefined
}
const columnsOf = ({ edit, turn }: AppActs): readonly ReadColumn<AppRow>[] => [
  { name: 'appName', title: app.fields.appName.title, width: 160, said: (a) => a.appName },
  { name: 'title', title: app.fields.title.title, width: 200, said: (a) => a.title },
  {
    name: 'platform',
    title: app.fields.platform.title,
    width: 120,
    said: (a, t) => t(app.fields.platform.choices?.[a.platform] ?? [a.platform, a.platform]),
  },
  {
    name: 'state',
    title: ['状态', 'Status'],
    width: 100,
    render: (a: AppRow) => <AppState isOff={a.disabled} />,
    isFilled: () => true,
  },
  ...(edit || turn
    ? [
        {
          name: 'actions',
          title: words.actions,
          width: 140,
          render: (a: AppRow) => (
            <RowButtons
              actions={[
                ...(edit ? [{ key: 'edit', title: words.edit, run: () => edit(a) }] : []),
                ...(turn
                  ? [{ key: 'turn', title: a.disabled ? words.enable : words.disable, run: () => turn(a) }]
                  : []),
              ]}
            />
          ),
          isFilled: () => true,
        },
      ]
    : []),
]

/** The programs of which there are versions, and a new one. */
export function Apps({
  mayCreate,
  mayUpdate,
  mayTurn,
  onClose,
}: {
  mayCreate: boolean
  mayUpdate: boolean
  mayTurn: boolean
  onClose: () => void
}) {
  const t = useText()
  const [edited, setEdited] = useState<AppRow>()
  const [turned, setTurned] = useState<AppRow>()
  const read = useCall(appCalls.getAllApp, {})
  return (
    <ActDrawer title={t(['应用', 'Apps'])} reads={read} onClose={onClose}>
      {(apps) => (
        <>
          <ReadTable<AppRow>
            label={t(['应用', 'Apps'])}
            rows={apps}
            columns={columnsOf({ edit: mayUpdate ? setEdited : undefined, turn: mayTurn ? setTurned : undefined })}
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
          {turned && (
            <TurnApp
              of={turned}
              onClose={() => {
                setTurned(undefined)
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

function AppState({ isOff }: { isOff: boolean }) {
  const t = useText()
  return <StatusTag tone={isOff ? 'idle' : 'good'}>{t(isOff ? words.disabled : words.enabled)}</StatusTag>
}

/** Whether devices are offered versions of an app at all. */
function TurnApp({ of, onClose }: { of: AppRow; onClose: () => void }) {
  const t = useText()
  const act = useAct(appVersion as AnyEntity, of.disabled ? appCalls.turnOn : appCalls.turnOff, onClose)
  const title = of.disabled ? words.enable : words.disable
  return (
    <ActDialog
      act={act}
      width={420}
      title={`${t(title)} ${of.title}`}
      okText={t(title)}
      isReady
      onOk={() => void act.run({ id: of.id, version: of.version }, () => t(words.saved))}
      onClose={onClose}
    >
      <p>
        {of.disabled
          ? t(['设备重新得到它已发布的版本。', 'Devices are offered its published versions again.'])
          : t([
              '设备不再得到它的任何版本，也不能新增或发布版本。已安装的不受影响。',
              'Devices are offered none of its versions, and none can be added or published. What is installed stays.',
            ])}
      </p>
    </ActDialog>
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
