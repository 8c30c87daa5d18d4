import { isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { readGoods } from '@lading/contract/mdm/goodsCode.ts'
import { type CheckSheet, checkGoods, checkSheet } from '@lading/contract/wms/checkCalls.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../client/client.ts'
import { asRefused } from '../../../client/errors.ts'
import { useText } from '../../../client/text.ts'
import { todayText } from '../../../client/time.ts'
import { useCall } from '../../../kernel/useCall.ts'
import { words } from '../../../kernel/words.ts'
import { feedback } from '../../../platform/station/feedback.ts'
import { Big } from '../../../platform/station/StationFrame.tsx'
import { useScanner } from '../../../platform/station/useScanner.ts'
import { WeightField } from '../../../platform/station/WeightField.tsx'
import { ask } from '../../../ui/ask.tsx'
import { countText } from '../../task/lineText.ts'
import { Asked } from '../Asked.tsx'
import { CodeInput } from '../CodeInput.tsx'
import type { CountInput } from '../count/countScan.ts'
import { useSending } from '../count/useCounting.ts'
import { told } from '../goods.ts'
import { QtyPad } from '../QtyPad.tsx'
import type { WorkModel } from '../useWork.ts'

type Goods = z.output<typeof checkGoods.output>
type Send = (input: CountInput, what: string) => Promise<'landed' | 'queued' | undefined>

const wrongBox: Text = ['扫描的是[{scan}]，应为容器[{box}]', 'You scanned [{scan}]; the container is [{box}]']

interface Props {
  readonly work: WorkModel
  readonly line: WorkLine
  readonly onList: () => void
}

/** One container: what is in it is scanned and counted, and nothing is told of what should be. */
export function CheckBox({ work, line, onList }: Props) {
  const t = useText()
  const box = line.fromContainer?.code ?? ''
  const [isAt, setAt] = useState(false)
  const sheet = useCall(checkSheet, { taskLineId: line.id }, { gcTime: 0 })
  const arrive = (text: string) => {
    if (text === box) {
      feedback('good')
      setAt(true)
    } else work.sayWrong(text, 'CONTAINER', t(wrongBox, { scan: text, box }))
  }
  if (isAt) return <Contents work={work} line={line} />
  return (
    <>
      <Hears onScan={arrive} />
      <div className="station-todo">
        <div className="station-ask">{t(['扫描要复核的容器', 'Scan the container to check'])}</div>
        <div className="station-code">{box}</div>
        <div className="station-name">{line.store?.name}</div>
        {sheet.data?.bin && <div className="muted num">{sheet.data.bin}</div>}
      </div>
      <CodeInput title={t(['容器条码', 'Container barcode'])} onCode={arrive} />
      <Big onClick={() => setAt(true)}>{t(['无法扫描，容器就在面前', 'Cannot scan: the container is here'])}</Big>
      <Big onClick={onList}>{t(['全部容器', 'All containers'])}</Big>
    </>
  )
}
function Hears({ onScan }: { onScan: (text: string) => void }) {
  useScanner(onScan)
  return null
}

type At =
  | { readonly kind: 'list' }
  | { readonly kind: 'weigh' }
  | { readonly kind: 'goods'; readonly goods: Goods; readonly code: string; readonly qty?: string }
const list: At = { kind: 'list' }

/** What has been counted so far, or what is counted or weighed now. */
function Contents({ work, line }: Omit<Props, 'onList'>) {
  const t = useText()
  const sheet = useCall(checkSheet, { taskLineId: line.id }, { gcTime: 0 })
  const { send, isBusy } = useSending(work, line)
  const [at, setAt] = useState<At>(list)
  const scan = async (text: string) => {
    if (isBusy) return
    const code = text.trim()
    const meant = readGoods(code, todayText())
    await call(checkGoods, { taskLineId: line.id, scan: code }).then(
      (goods) => {
        feedback('good')
        const { qty } = told(meant, goods)
        setAt({ kind: 'goods', goods, code, ...(meant.kind === 'SCALE' && qty !== undefined && { qty }) })
      },
      (error) => work.say('bad', asRefused(error).message),
    )
  }
  const done = async (input: CountInput, what: string) => {
    if (!(await send(input, what))) return
    setAt(list)
    void sheet.refetch()
  }
  if (at.kind === 'weigh') return <Weigh send={send} isBusy={isBusy} onBack={() => setAt(list)} />
  if (at.kind === 'goods')
    return (
      <HowMany
        key={at.code}
        goods={at.goods}
        before={at.qty}
        isBusy={isBusy}
        onCount={(qty, ownerId) =>
          void done(
            { qty, partial: true, scans: { product: at.code }, ...(ownerId !== undefined && { ownerId }) },
            `${at.goods.product.code} ${at.goods.product.name} ${countText(parseQty(qty), at.goods)}`,
          )
        }
        onBack={() => setAt(list)}
      />
    )
  return (
    <Asked of={sheet}>
      {(data) => (
        <>
          <Hears onScan={(text) => void scan(text)} />
          <div className="station-todo">
            <div className="station-code">{data.container.code}</div>
            <div className="station-ask">{t(['扫描每种商品并清点', 'Scan each product and count it'])}</div>
          </div>
          <Counted rows={data.counted} />
          <CodeInput title={t(['商品条码', 'Product barcode'])} onCode={(code) => void scan(code)} />
          <Close data={data} send={send} isBusy={isBusy} />
          {data.canWeigh && data.counted.length === 0 && (
            <Big onClick={() => setAt({ kind: 'weigh' })}>{t(['称重复核', 'Check by weight'])}</Big>
          )}
        </>
      )}
    </Asked>
  )
}

function Counted({ rows }: { rows: CheckSheet['counted'] }) {
  const t = useText()
  return (
    <ul className="station-cards">
      {rows.map((r) => (
        <li key={`${r.owner.id} ${r.product.id}`}>
          <div className="station-card">
            <span className="station-card-head">
              <span>
                {r.product.code} {r.product.name}
              </span>
              <span className="num">✓ {countText(parseQty(r.counted), r)}</span>
            </span>
            <span className="muted">{r.owner.name}</span>
          </div>
        </li>
      ))}
      {rows.length === 0 && <li className="muted">{t(['还没有清点商品', 'Nothing counted yet'])}</li>}
    </ul>
  )
}

function Close({ data, send, isBusy }: { data: CheckSheet; send: Send; isBusy: boolean }) {
  const t = useText()
  const n = data.counted.length
  const close = async () => {
    const sure = await ask({
      title:
        n === 0
          ? ['容器是空的？', 'Is the container empty?']
          : ['容器里只有这{n}种商品？', 'Are these {n} all that is in it?'],
      args: { n },
      ok: n === 0 ? ['容器为空', 'It is empty'] : ['清点完毕', 'All counted'],
      ...(n === 0 && { danger: true }),
    })
    if (sure !== undefined) await send({ qty: '0', reason: 'GONE' }, t(['清点完毕', 'counted']))
  }
  return (
    <Big main={n > 0} disabled={isBusy} onClick={() => void close()}>
      ✓ {t(['容器清点完毕', 'Container is counted'])}
    </Big>
  )
}

/** How many of the goods there are, and whose they are where that is not plain. */
function HowMany({
  goods,
  before,
  isBusy,
  onCount,
  onBack,
}: {
  goods: Goods
  /** What a label said. */
  before: string | undefined
  isBusy: boolean
  onCount: (qty: string, ownerId: string | undefined) => void
  onBack: () => void
}) {
  const t = useText()
  const [qty, setQty] = useState(before ?? '')
  const [ownerId, setOwner] = useState(goods.owners.length === 1 ? goods.owners[0]?.id : undefined)
  const isReady = isQtyText(qty) && qty !== '' && (goods.owners.length < 2 || ownerId !== undefined)
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">{t(['清点数量', 'How many are there?'])}</div>
        <div className="station-count num">{isQtyText(qty) && qty !== '' ? countText(parseQty(qty), goods) : '–'}</div>
        <div className="station-name">{goods.product.name}</div>
        <div className="muted num">{goods.product.code}</div>
      </div>
      {goods.owners.length > 1 && (
        <div className="station-recent">
          <b>{t(['货主', 'Owner'])}</b>
          <div className="station-pairs">
            {goods.owners.map((o) => (
              <button
                key={o.id}
                type="button"
                className="station-value"
                aria-pressed={o.id === ownerId}
                onClick={() => setOwner(o.id)}
              >
                {o.name}
              </button>
            ))}
          </div>
        </div>
      )}
      <QtyPad line={goods} value={qty} onChange={setQty} />
      <Big main disabled={!isReady || isBusy} onClick={() => onCount(qty, ownerId)}>
        ✓ {t(words.ok)}
      </Big>
      <Big onClick={onBack}>{t(['返回', 'Back'])}</Big>
    </>
  )
}

/** What the scales show of the container with its goods. */
function Weigh({ send, isBusy, onBack }: { send: Send; isBusy: boolean; onBack: () => void }) {
  const t = useText()
  return (
    <>
      <div className="station-ask">{t(['连容器一起称重', 'Weigh the container with its goods'])}</div>
      <WeightField
        isBusy={isBusy}
        onTake={({ kg, ...by }) =>
          void send({ qty: '0', grossKg: kg, ...by }, t(['称重{kg}kg', 'weighed {kg} kg'], { kg }))
        }
      />
      <Big onClick={onBack}>{t(['返回，逐个清点', 'Back: count the goods'])}</Big>
    </>
  )
}
