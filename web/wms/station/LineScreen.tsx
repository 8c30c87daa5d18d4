import { entityPermission } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { boxesLeft } from '@lading/contract/wms/pickBoxes.ts'
import { putBackLine, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { OverrideForm } from '../../platform/override/OverrideForm.tsx'
import { Big } from '../../platform/station/StationFrame.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { StopCounts } from '../ship/StopCounts.tsx'
import { nextStop, stopsOf } from '../ship/stops.ts'
import { countText, handOf, isOpen, labelOf, nextOf, placeText } from '../task/lineText.ts'
import { NotGood } from '../task/NotGood.tsx'
import { isPermittable } from '../task/reasons.ts'
import { AttrStep } from './AttrStep.tsx'
import { CodeInput } from './CodeInput.tsx'
import { DateStep } from './DateStep.tsx'
import { ForStore } from './ForStore.tsx'
import { Look } from './Look.tsx'
import { OtherBins } from './OtherBins.tsx'
import { OtherLots } from './OtherLots.tsx'
import type { StationType } from './place.ts'
import { QtyStep } from './QtyStep.tsx'
import { Reasons } from './Reasons.tsx'
import { binOf, isDone, isLoose, manual, mustScan, type Step, stepNow, stepsOf } from './steps.ts'
import { askOf } from './texts.ts'
import type { WorkModel } from './useWork.ts'

interface Props {
  readonly type: StationType
  readonly work: WorkModel
  readonly line: WorkLine
}

/** One line, one step of it at a time. */
export function LineScreen({ type, work, line, onList }: Props & { onList: () => void }) {
  const t = useText()
  const step = stepNow(type, line, work.draft)
  const isBeyond = isPermittable(work.refusedCode)
  return (
    <>
      <div className="station-steps" aria-hidden="true">
        {stepsOf(type, line).map((s) => (
          <span key={s} data-state={isDone(s, work.draft) ? 'done' : s === step ? 'now' : 'later'} />
        ))}
      </div>
      {isBeyond && (
        <OverrideForm
          key={line.id}
          permission={entityPermission(viewOf(type), 'permit')}
          subjectId={line.id}
          title={['主管放行并收货', 'Override and receive']}
          isBusy={work.isBusy}
          onGranted={(permit) => void work.confirm({ ...work.draft, permit }, line)}
        />
      )}
      {work.otherBin !== undefined ? (
        <OtherBin work={work} line={line} bin={work.otherBin} />
      ) : work.otherBox !== undefined ? (
        <OtherBox work={work} line={line} box={work.otherBox} />
      ) : step === 'qty' || step === undefined ? (
        <QtyStep key={line.id} type={type} work={work} line={line} />
      ) : step === 'dates' ? (
        <DateStep key={line.id} work={work} line={line} />
      ) : step === 'attrs' ? (
        <AttrStep key={line.id} work={work} line={line} />
      ) : (
        <ScanStep type={type} work={work} line={line} step={step} />
      )}
      <Facts type={type} line={line} work={work} step={step} />
      <Big onClick={onList}>{t(['全部明细', 'All lines'])}</Big>
    </>
  )
}

/** What else stands on the same container: who sees one of its goods knows that it carries more. */
function Beside({ line, lines }: { line: WorkLine; lines: readonly WorkLine[] }) {
  const t = useText()
  const there = lines.filter((l) => isOpen(l) && !isLoose(l) && l.fromContainer?.id === line.fromContainer?.id)
  const n = new Set(there.map((l) => l.product?.id)).size
  if (n < 2) return null
  const code = line.fromContainer?.code ?? ''
  return <div className="muted">{t([`容器 ${code} 上共有 ${n} 种商品`, `Products on container ${code}: ${n}`])}</div>
}

/** What to scan, as large as it goes, and a way on without a readable label. */
function ScanStep({ type, work, line, step }: Props & { step: Exclude<Step, 'qty' | 'dates' | 'attrs'> }) {
  const t = useText()
  const [isTyping, setTyping] = useState(false)
  // Meant for this step of this line only.
  const [skipping, setSkipping] = useState('')
  const here = `${line.id}/${step}`
  const isSkipping = skipping === here
  const code =
    step === 'bin'
      ? labelOf(binOf(type, line))
      : step === 'target'
        ? labelOf(line.toBin)
        : step === 'container'
          ? undefined
          : ''
  const skip = () => {
    const draft = { ...work.draft, [step]: manual }
    if (step === 'target') void work.confirm(draft, line)
    else work.take(draft, line.id)
  }
  const puts = taskTypes[type].at === 'to'
  const isContainer = line.fromContainer && line.fromContainer.code !== 'LOOSE'
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">{t(askOf(step, type))}</div>
        {code && <div className="station-code">{code}</div>}
        {step === 'bin' && puts && <ForStore line={line} type={type} />}
        {step === 'bin' && line.stores !== undefined && (
          <div className="muted">
            {t(['为{n}家门店合并拣货，之后播种', 'Picked for stores at once: {n}'], { n: line.stores })}
          </div>
        )}
        {step === 'target' && !labelOf(line.toBin) && (
          <div className="station-name">
            {t(['没有推荐货位，请扫描任一可用货位', 'No bin proposed: scan any available bin'])}
          </div>
        )}
        {step === 'goods' && isContainer && <div className="station-code">{line.fromContainer?.code}</div>}
        {step === 'container' && line.product && <div className="station-code">{line.fromContainer?.code}</div>}
        {line.product && (
          <>
            <Look line={line} />
            <div className="station-name">
              {line.product.name} <NotGood of={line.stockType} />
            </div>
            <div className="muted num">{line.product.code}</div>
            <div className="station-count">{countText(nextOf(line), line)}</div>
          </>
        )}
        {taskTypes[type].carries && <Beside line={line} lines={work.lines} />}
        {step === 'container' && !line.product && <Remaining work={work} type={type} />}
      </div>
      {step === 'target' && <OtherBins line={line} onBin={work.scan} />}
      {type === 'PICK' && step === 'goods' && <OtherLots key={line.id} line={line} work={work} />}
      {handOf(line) > 0n && <PutBack work={work} line={line} />}
      {isTyping ? (
        <CodeInput isFocused title={t(askOf(step, type))} onCode={work.scan} />
      ) : isSkipping ? (
        <Skipping
          what={code || line.product?.name || line.fromContainer?.code || ''}
          isBusy={work.isBusy}
          onBack={() => setSkipping('')}
          onGo={skip}
        />
      ) : (
        <div className="station-row">
          <Big onClick={() => setTyping(true)}>{t(['手工输入条码', 'Type the barcode'])}</Big>
          {step === 'container' && (
            <Reasons type={type} work={work} line={line} title={t(leftText[type] ?? ['留仓', 'Leave behind'])} />
          )}
        </div>
      )}
      {step !== 'container' && !isSkipping && !mustScan(step, line, work.task?.rules) && (
        <button type="button" className="station-except" onClick={() => setSkipping(here)}>
          {t(['条码损坏或缺失？不扫描继续', 'Label damaged or missing? Continue without scanning'])}
        </button>
      )}
    </>
  )
}

/** Taken up by mistake, or nowhere to go with it. */
function PutBack({ work, line }: Pick<Props, 'work' | 'line'>) {
  const t = useText()
  return <Big onClick={() => void work.putBack(line.id)}>{t(putBackLine.title)}</Big>
}

/** The exception: nothing proves that it is the right one but the worker's own eyes. */
function Skipping({
  what,
  isBusy,
  onBack,
  onGo,
}: {
  what: string
  isBusy: boolean
  onBack: () => void
  onGo: () => void
}) {
  const t = useText()
  return (
    <div className="station-sure tone-warn" role="alert">
      <b>
        <Mark tone="warn" /> {t(['请先核对实物：{what}', 'Check the goods: is it {what}?'], { what })}
      </b>
      <div className="station-row">
        <Big onClick={onBack}>{t(['返回扫描', 'Back to scanning'])}</Big>
        <Big disabled={isBusy} onClick={onGo}>
          {t(['已核对，继续', 'Checked, continue'])}
        </Big>
      </div>
    </div>
  )
}

/** What is said of a container that is not there, where it is no truck that leaves without it. */
const leftText: Partial<Record<StationType, Text>> = {
  PICK_COLLECT: ['找不到', 'Cannot take it'],
  CONTAINER_MERGE: ['不能并箱', 'Cannot merge it'],
  STORE_COLLECT_CHECK: ['不在集货位', 'Not there'],
  ABOLISH_TRUCK: ['不在车上', 'Not on the truck'],
}
/** What is still to be done with so many containers, where they are not loaded. */
const leftoverText: Partial<Record<StationType, Text>> = {
  PICK_COLLECT: ['个容器待集货', 'containers to stage'],
  CONTAINER_MERGE: ['个容器待并箱', 'containers to merge'],
  STORE_COLLECT_CHECK: ['个容器待复核', 'containers to check'],
  ABOLISH_TRUCK: ['个容器待卸车', 'containers to take off'],
}

function Remaining({ work, type }: Omit<Props, 'line'>) {
  const t = useText()
  const left = work.lines.filter((l) => l.state === 'OPEN')
  // A truck is loaded stop by stop.
  const next = type === 'ENTER_TRUCK' ? nextStop(stopsOf(work.lines)) : undefined
  const codes = new Set(left.filter((l) => !next || l.store?.id === next.id).map((l) => l.fromContainer?.code))
  return (
    <>
      <div className="station-count num">{left.length}</div>
      <div className="station-ask">{t(leftoverText[type] ?? ['个容器待装车', 'containers to load'])}</div>
      {type === 'ENTER_TRUCK' && <StopCounts lines={work.lines} />}
      <div className="station-name num">
        {[...codes].slice(0, 6).map((code) => (
          <div key={code}>{code}</div>
        ))}
      </div>
    </>
  )
}

function OtherBin({ work, line, bin }: { work: WorkModel; line: WorkLine; bin: string }) {
  const t = useText()
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">
          {t(['指令货位为 {bin}，确定放到这里吗？', 'The task says bin {bin}. Put it here instead?'], {
            bin: placeText(line.toBin, t) ?? '–',
          })}
        </div>
        <div className="station-code">{bin}</div>
      </div>
      <div className="station-row">
        <Big onClick={() => work.dropOther()}>{t(words.no)}</Big>
        <Big main disabled={work.isBusy} onClick={() => void work.confirm({ ...work.draft, target: bin }, line)}>
          {t(['放这里', 'Put it here'])}
        </Big>
      </div>
    </>
  )
}

/** Goods are planned for another container, whose label says so: to use this one is to change the plan. */
function OtherBox({ work, line, box }: { work: WorkModel; line: WorkLine; box: string }) {
  const t = useText()
  const [planned] = boxesLeft(line.boxes ?? [], nextOf(line))
  const all = work.task?.assigned ?? []
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">
          {t(['装箱计划：放入第{n}个容器（共{m}个）', 'The plan says box {n} of {m}'], {
            n: all.findIndex((c) => c.code === planned?.code) + 1,
            m: all.length,
          })}
        </div>
        <div className="station-code">{planned?.code}</div>
        <div className="problem">{t(['扫描的是 {box}', 'You scanned {box}'], { box })}</div>
      </div>
      <Big main onClick={() => work.dropOther()}>
        {t(['按计划放', 'Follow the plan'])}
      </Big>
      <Big onClick={() => work.take({ ...work.draft, container: box, replan: true }, line.id)}>
        {t(['改放这里，标签须重打', 'Use this one and print the labels again'])}
      </Big>
    </>
  )
}

/** The rest of what one may want to know of the line. */
function Facts({ type, line, work, step }: Props & { step: Step | undefined }) {
  const t = useText()
  const { draft } = work
  const facts: readonly [string, string | null | undefined][] = [
    [t(['来源', 'From']), step === 'bin' ? undefined : placeText(line.fromBin, t)],
    [t(['目标', 'To']), step === 'target' ? undefined : placeText(line.toBin, t)],
    [t(['并入容器', 'Into container']), taskTypes[type].whole ? line.toContainer?.code : undefined],
    [t(['依据', 'Reason']), line.why && t(line.why)],
    [t(['批次', 'Lot']), line.lot?.lotNo],
    [t(['到期', 'Expires']), draft.expireDate ?? line.lot?.expireDate],
    [t(['生产', 'Produced']), draft.productionDate ?? line.lot?.productionDate],
    [t(['批号', 'Batch']), draft.batch ?? line.lot?.batch],
    [t(['规格', 'Pack']), line.pack?.name],
    [t(['门店', 'Store']), line.store && `${line.store.code} ${line.store.name}`],
  ]
  const shown = facts.filter(([, value]) => value)
  if (shown.length === 0) return null
  return (
    <dl className="station-facts">
      {shown.map(([title, value]) => (
        <div key={title} className="unboxed">
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
