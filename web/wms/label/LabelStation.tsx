import { confirmLabel, obtainLabels, takenLabels } from '@lading/contract/wms/labelCalls.ts'
import { pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { Button, Switch } from 'antd'
import { useId, useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'
import { notify } from '../../ui/notices.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { LabelSheet } from './LabelSheet.tsx'
import { ScanField } from './ScanField.tsx'
import { labelCells } from './states.tsx'
import './label.css'

/** 拣货标签领取: badge, then the head of a label sheet, or a range of labels; below what is in hand, until it is finished. */
export function LabelStation() {
  const t = useText()
  const [isList, setList] = useState(false)
  if (isList)
    return (
      <SheetList
        of={pickLabel}
        cells={labelCells}
        tools={() => <Button onClick={() => setList(false)}>{t(['返回领取', 'Back to the desk'])}</Button>}
      />
    )
  return <Desk onList={() => setList(true)} />
}

/** What a scan does: a label in hand is confirmed, all else is taken. */
function useDesk(badge: string, container: string, isRange: boolean) {
  const t = useText()
  const [from, setFrom] = useState('')
  const taken = useCall(takenLabels, { ...(badge && { badge }) })
  const [obtaining, confirming] = [useWrite(obtainLabels), useWrite(confirmLabel)]
  const labels = taken.data?.sheets.flatMap((s) => s.labels) ?? []
  const act = async (code: string) => {
    const inHand = labels.find((l) => l.labelNo === code && (l.state === 'OBTAINED' || l.state === 'DONE'))
    try {
      if (inHand && !isRange) {
        await confirming.run({ label: code, ...(container && { toContainer: container }) })
        notify('good', t(['标签{no}已确认', 'Label {no} confirmed'], { no: code }))
      } else if (isRange && from === '') return setFrom(code)
      else {
        const range = isRange ? { scan: from, to: code } : { scan: code }
        const { sheets } = await obtaining.run({ ...range, ...(badge && { badge }) })
        setFrom('')
        const n = sheets.reduce((sum, s) => sum + s.labels.filter((l) => l.state === 'OBTAINED').length, 0)
        notify('good', t(['已领取，在手标签{n}张', '{n} labels in hand'], { n }))
      }
    } catch (error) {
      setFrom('')
      report(error)
    }
    await changed(pickLabel)
  }
  return { taken, from, act, isBusy: obtaining.isBusy || confirming.isBusy }
}

function Desk({ onList }: { onList: () => void }) {
  const t = useText()
  const id = useId()
  const mayRun = useMay()(pickLabel, 'run')
  const blocked = useBlocked(pickLabel)
  const refused = blocked ?? (mayRun ? undefined : t(['您没有领取标签的权限', 'You may not take labels']))
  const [badge, setBadge] = useState('')
  const [container, setContainer] = useState('')
  const [isRange, setRange] = useState(false)
  const desk = useDesk(badge, container, isRange)
  const scan = (code: string) => {
    if (refused === undefined && !desk.isBusy) void desk.act(code)
  }
  useScanner(scan)
  const asked = !isRange
    ? (['扫描标签单号或标签', 'Scan a sheet or label'] as const)
    : desk.from === ''
      ? (['扫描首张标签', 'Scan the first label'] as const)
      : (['扫描末张标签（首张{no}）', 'Scan the last label (first {no})'] as const)
  return (
    <Page
      title={t(['拣货标签领取', 'Collect pick labels'])}
      note={
        <span className="muted">
          {desk.taken.data && t(['领取人：{name}', 'Picker: {name}'], { name: desk.taken.data.worker.name })}
        </span>
      }
      actions={<Button onClick={onList}>{t(['全部标签', 'All labels'])}</Button>}
    >
      <div className="label-desk">
        <ScanField isKept title={t(['工牌（空白为本人）', 'Badge (yourself if blank)'])} onCode={setBadge} />
        <ScanField
          title={t(asked, { no: desk.from })}
          isDisabled={refused !== undefined || desk.isBusy}
          onCode={scan}
        />
        <ScanField isKept title={t(['拣入容器', 'Pick into container'])} onCode={setContainer} />
        <div className="field label-range">
          <label htmlFor={id}>{t(['按范围领取', 'Take a range'])}</label>
          <Switch id={id} checked={isRange} onChange={setRange} />
        </div>
      </div>
      {refused && <p className="muted">{refused}</p>}
      {desk.taken.error ? (
        <NotRead of={desk.taken} />
      ) : !desk.taken.data ? (
        <SkeletonRows label={t(words.loading)} />
      ) : desk.taken.data.sheets.length === 0 ? (
        <p className="muted">
          {t(['没有在手的标签，请扫描标签单号领取', 'No labels in hand: scan a label sheet to take it'])}
        </p>
      ) : (
        desk.taken.data.sheets.map((sheet) => (
          <LabelSheet key={sheet.task.id} sheet={sheet} container={container} refused={refused} />
        ))
      )}
    </Page>
  )
}
