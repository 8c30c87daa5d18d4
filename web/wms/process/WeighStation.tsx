import { type WeighLine, type WeighWork, weighConfirm, weighFind, weighSow } from '@lading/contract/wms/weighSow.ts'
import { Button, InputNumber, Switch } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../client/client.ts'
import { report, useWrite } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { changed } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'
import { type TakenWeight, WeightField } from '../../platform/station/WeightField.tsx'
import { notify } from '../../ui/notices.tsx'
import { Page } from '../../ui/Page.tsx'
import { ScanField } from '../label/ScanField.tsx'
import '../../platform/station/station.css'
import './weigh.css'

/** 称重播种: scan what is to be divided, fill store by store, and let the weight say that all of it is there. */
export function WeighStation() {
  const t = useText()
  const [isList, setList] = useState(false)
  const back = () => <Button onClick={() => setList(false)}>{t(['返回称重', 'Back to the scale'])}</Button>
  return isList ? <SheetList of={weighSow} tools={back} /> : <Desk onList={() => setList(true)} />
}

function Desk({ onList }: { onList: () => void }) {
  const t = useText()
  const mayRun = useMay()(weighSow, 'run')
  const refused =
    useBlocked(weighSow) ?? (mayRun ? undefined : t(['您没有称重播种的权限', 'You may not sort by weight']))
  const [work, setWork] = useState<WeighWork>()
  const find = (scan: string) => {
    if (refused === undefined) call(weighFind, { scan }).then(setWork).catch(report)
  }
  useScanner(find)
  const line = work?.lines[0]
  return (
    <Page
      title={t(weighSow.title)}
      note={work && <span className="muted">{headOf(work, t)}</span>}
      actions={<Button onClick={onList}>{t(['全部任务', 'All tasks'])}</Button>}
    >
      <div className="weigh-scan">
        <ScanField
          title={t(['扫描批拣容器、商品或任务号', 'Scan a batch container, product or task'])}
          isDisabled={refused !== undefined}
          onCode={find}
        />
      </div>
      {refused && <p className="muted">{refused}</p>}
      {work && !line && <p className="muted">{t(['本任务已全部播种', 'All of this task is sorted'])}</p>}
      {line && <Weighing key={`${line.id}/${line.restQty}`} line={line} onDone={setWork} />}
      {work && work.lines.length > 1 && <Next lines={work.lines.slice(1, shownMost)} />}
    </Page>
  )
}
const shownMost = 7
const headOf = ({ task }: WeighWork, t: Say): string =>
  t(['{no} · 容器{tote} · 已播{done}/{lines}', '{no} · container {tote} · {done}/{lines} done'], {
    no: task.taskNo,
    tote: task.tote ?? '–',
    done: task.done,
    lines: task.lines,
  })

/** One store's goods on the scale. */
function Weighing({ line, onDone }: { line: WeighLine; onDone: (work: WeighWork) => void }) {
  const t = useText()
  const ids = { tote: useId(), pieces: useId() }
  const [inTote, setInTote] = useState(line.tareKg !== null || line.tote === null)
  const [tote, setTote] = useState('')
  const [pieces, setPieces] = useState(line.restPieces)
  const { run, isBusy } = useWrite(weighConfirm)
  const take = async ({ kg, scaleId }: TakenWeight) => {
    const said = {
      taskLineId: line.id,
      grossKg: kg,
      inTote,
      ...(scaleId && { scaleId }),
      ...(tote && { toContainer: tote }),
    }
    try {
      const answer = await run({ ...said, ...(line.product.isWeigh && pieces !== null && { pieces }) })
      notify(
        'good',
        t(['{bin} 净重{kg}kg，已确认', '{bin}: net {kg} kg, confirmed'], { bin: line.bin ?? '', kg: answer.netKg }),
      )
      onDone(answer)
    } catch (error) {
      report(error)
    }
    await changed(weighSow)
  }
  return (
    <section className="weigh-line" aria-label={t(['当前门店', 'This store'])}>
      <Told line={line} />
      <div className="weigh-ask">
        <ScanField
          isKept
          title={t(['门店容器（空白为现有）', 'Container (the one there if blank)'])}
          onCode={setTote}
        />
        <div className="field">
          <label htmlFor={ids.tote}>{t(['连同容器称重', 'With its container'])}</label>
          <Switch id={ids.tote} checked={inTote} onChange={setInTote} />
        </div>
        {line.product.isWeigh && (
          <div className="field">
            <label htmlFor={ids.pieces}>{t(['个数', 'Pieces'])}</label>
            <InputNumber id={ids.pieces} min={0} precision={0} value={pieces} onChange={setPieces} />
          </div>
        )}
      </div>
      {line.netKg === null ? (
        <p className="problem">
          {t([
            '商品没有单位重量，请在播种任务中确认',
            'Nobody has said what one weighs: confirm it in the sorting task',
          ])}
        </p>
      ) : (
        <WeightField isBusy={isBusy} onTake={(weight) => void take(weight)} />
      )}
    </section>
  )
}

function Told({ line }: { line: WeighLine }) {
  const t = useText()
  const { product, store, bin, tote, restQty, netKg, allowedG, tareKg } = line
  return (
    <div className="station-todo">
      <div className="station-count">{bin ?? '–'}</div>
      <div>
        {store?.code} {store?.name}
      </div>
      <div>
        {product.code} {product.name}
      </div>
      <div className="station-count num">
        {restQty} {product.baseUnit}
      </div>
      {netKg !== null && (
        <div className="num">
          {t(['应为净重{kg}kg，允许±{g}g', 'Net {kg} kg, ±{g} g'], { kg: netKg, g: allowedG ?? '0' })}
        </div>
      )}
      <div className="muted">
        {tote === null
          ? t(['此处还没有容器', 'No container there yet'])
          : t(['容器{c}，自重{kg}kg', 'Container {c}, tare {kg} kg'], { c: tote, kg: tareKg ?? '–' })}
      </div>
    </div>
  )
}

function Next({ lines }: { lines: readonly WeighLine[] }) {
  const t = useText()
  return (
    <ol className="weigh-next" aria-label={t(['接下来', 'Next'])}>
      {lines.map((l) => (
        <li key={l.id}>
          <b>{l.bin ?? '–'}</b> {l.store?.code} {l.store?.name} · {l.product.code} · {l.restQty} {l.product.baseUnit}
          {l.netKg !== null && ` · ${l.netKg} kg`}
        </li>
      ))}
    </ol>
  )
}
