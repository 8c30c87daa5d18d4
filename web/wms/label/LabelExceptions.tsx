import * as calls from '@lading/contract/wms/labelCalls.ts'
import { labelEx, labelExceptions, labelStates } from '@lading/contract/wms/pickLabel.ts'
import { shortReasons } from '@lading/contract/wms/taskTypes/pick.ts'
import { Button, Input, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../client/client.ts'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { changed } from '../../kernel/verbs.tsx'
import { print, usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'
import { notify } from '../../ui/notices.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { printings } from '../printings.ts'
import { ScanField } from './ScanField.tsx'
import { labelCells, labelTones } from './states.tsx'
import './label.css'

type Found = Awaited<ReturnType<typeof find>>
const find = (label: string) => call(calls.findLabel, { label })
type Kind = keyof typeof labelExceptions
const kinds: readonly { readonly kind: Kind; readonly action: 'run' | 'print' | 'cancel' }[] = [
  { kind: 'SHORT', action: 'run' },
  { kind: 'DAMAGED', action: 'print' },
  { kind: 'WRONG_BOX', action: 'run' },
  { kind: 'SURPLUS', action: 'run' },
  { kind: 'VOID', action: 'cancel' },
]

/** 拣货标签异常处理: scan a label, say what is wrong with it and why; below all that was. */
export function LabelExceptions() {
  const prints = usePrint(labelEx, printings.labelEx)
  return (
    <SheetList
      of={labelEx}
      cells={labelCells}
      above={() => <Desk />}
      rowActions={(row) =>
        row.state === 'NEW' || row.state === 'PRINTED' || row.state === 'OBTAINED' ? prints.rowActions(row) : []
      }
    />
  )
}

function Desk() {
  const t = useText()
  const [found, setFound] = useState<Found>()
  const refused = useBlocked(labelEx)
  const look = (code: string) => {
    if (refused === undefined) find(code).then(setFound).catch(report)
  }
  useScanner(look)
  return (
    <section className="label-ex" aria-label={t(['处理标签', 'Handle a label'])}>
      <ScanField title={t(['扫描标签', 'Scan a label'])} isDisabled={refused !== undefined} onCode={look} />
      {found && <Handling key={found.id} label={found} onDone={() => setFound(undefined)} />}
    </section>
  )
}

/** The five choices, each with what it asks. */
function useHandling(label: Found, onDone: () => void) {
  const t = useText()
  const [short, replace, move, surplus, voided] = [
    useWrite(calls.shortLabel),
    useWrite(calls.replaceLabel),
    useWrite(calls.moveLabel),
    useWrite(calls.surplusLabel),
    useWrite(calls.voidLabel),
  ]
  const run = async (kind: Kind, reason: string, shortReason: keyof typeof shortReasons, toContainer: string) => {
    const said = { label: label.labelNo, reason }
    try {
      if (kind === 'SHORT') await short.run({ ...said, shortReason })
      else if (kind === 'WRONG_BOX') await move.run({ ...said, toContainer })
      else if (kind === 'SURPLUS') await surplus.run(said)
      else if (kind === 'VOID') await voided.run(said)
      else {
        const made = await replace.run(said)
        await print(labelEx, printings.labelEx, [made], 'LABEL')
      }
      notify(
        'good',
        kind === 'SURPLUS'
          ? t(['已登记，请将多拣的一箱放回货位{bin}', 'Noted: put the extra case back to bin {bin}'], {
              bin: label.bin ?? '',
            })
          : t(['标签{no}已处理', 'Label {no} handled'], { no: label.labelNo }),
      )
      onDone()
    } catch (error) {
      report(error)
    }
    await changed(labelEx)
  }
  return { run, isBusy: [short, replace, move, surplus, voided].some((w) => w.isBusy) }
}

function Handling({ label, onDone }: { label: Found; onDone: () => void }) {
  const t = useText()
  const may = useMay()
  const ids = { reason: useId(), short: useId() }
  const allowed = kinds.filter((k) => may(labelEx, k.action))
  const [kind, setKind] = useState<Kind | undefined>(allowed[0]?.kind)
  const [reason, setReason] = useState('')
  const [shortReason, setShortReason] = useState<keyof typeof shortReasons>('NOT_FOUND')
  const [box, setBox] = useState('')
  const { run, isBusy } = useHandling(label, onDone)
  const isReady = kind !== undefined && reason.trim() !== '' && (kind !== 'WRONG_BOX' || box !== '')
  return (
    <div className="label-found">
      <p>
        <b>{label.labelNo}</b> <StatusTag tone={labelTones[label.state]}>{t(labelStates[label.state])}</StatusTag>{' '}
        {label.product.code} {label.product.name} · {label.bin} · {t(['{n}件', '{n} cases'], { n: label.cases })} ·{' '}
        {label.store && `${label.store.code} ${label.store.name} · `}
        {label.taskNo}
        {label.assignee && ` · ${label.assignee}`}
      </p>
      <Segmented<Kind>
        value={kind ?? 'SHORT'}
        options={allowed.map((k) => ({ value: k.kind, label: t(labelExceptions[k.kind]) }))}
        onChange={setKind}
      />
      <div className="label-ending">
        {kind === 'SHORT' && (
          <div className="field">
            <label htmlFor={ids.short}>{t(['缺货原因', 'Short because'])}</label>
            <Select
              id={ids.short}
              value={shortReason}
              options={Object.entries(shortReasons).map(([value, title]) => ({
                value: value as keyof typeof shortReasons,
                label: t(title),
              }))}
              onChange={setShortReason}
            />
          </div>
        )}
        {kind === 'WRONG_BOX' && <ScanField isKept title={t(['实际所在容器', 'Container it is in'])} onCode={setBox} />}
        <div className="field">
          <label htmlFor={ids.reason} className="needed">
            {t(['原因', 'Reason'])}
          </label>
          <Input id={ids.reason} value={reason} maxLength={200} onChange={(e) => setReason(e.target.value)} />
        </div>
        <Button
          type="primary"
          danger={kind === 'VOID'}
          loading={isBusy}
          disabled={!isReady}
          onClick={() => kind && void run(kind, reason.trim(), shortReason, box)}
        >
          {t(['提交', 'Submit'])}
        </Button>
      </div>
    </div>
  )
}
