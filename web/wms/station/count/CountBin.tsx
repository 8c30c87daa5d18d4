import type { Text } from '@lading/contract/kernel/text.ts'
import type { countSheet } from '@lading/contract/wms/stockTakeCalls.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../../client/text.ts'
import { feedback } from '../../../platform/station/feedback.ts'
import { Big } from '../../../platform/station/StationFrame.tsx'
import { useScanner } from '../../../platform/station/useScanner.ts'
import { ask } from '../../../ui/ask.tsx'
import { Asked } from '../Asked.tsx'
import { CodeInput } from '../CodeInput.tsx'
import { wrongBin } from '../steps.ts'
import { asks } from '../texts.ts'
import type { WorkModel } from '../useWork.ts'
import { CountFound } from './CountFound.tsx'
import { CountList } from './CountList.tsx'
import { CountQty } from './CountQty.tsx'
import { type CountModel, useCounting } from './useCounting.ts'

/** One bin: its goods are counted one after the other, in any order, and then it is said to be counted to its end. */
export function CountBin({ work, line, onList }: { work: WorkModel; line: WorkLine; onList: () => void }) {
  const t = useText()
  const bin = line.fromBin?.code ?? ''
  const [isAt, setAt] = useState(false)
  const arrive = (text: string) => {
    if (text === bin || /^\d{1,4}$/.test(text)) {
      feedback('good')
      setAt(true)
    } else work.sayWrong(text, 'BIN', t(wrongBin, { scan: text, bin }))
  }
  return isAt ? (
    <Sheet work={work} line={line} onList={onList} />
  ) : (
    <>
      <Arrival onScan={arrive} />
      <div className="station-todo">
        <div className="station-ask">{t(asks.bin)}</div>
        <div className="station-code">{bin}</div>
        {line.product && (
          <>
            <div className="station-name">{line.product.name}</div>
            <div className="muted num">{line.product.code}</div>
            <div className="muted">{t(['只盘该商品', 'Only this product is counted'])}</div>
          </>
        )}
      </div>
      <CodeInput title={t(['货位条码或校验码', 'Bin code or check digits'])} onCode={arrive} />
      <Big onClick={() => setAt(true)}>{t(['无法扫描，我在该货位', 'Cannot scan: I am at this bin'])}</Big>
      <Big onClick={onList}>{t(['全部货位', 'All bins'])}</Big>
    </>
  )
}
function Arrival({ onScan }: { onScan: (text: string) => void }) {
  useScanner(onScan)
  return null
}

/** The goods of the bin, or the one of them that is counted now. */
function Sheet({ work, line, onList }: { work: WorkModel; line: WorkLine; onList: () => void }) {
  const count = useCounting(work, line)
  const { at, rows, counted, isBusy, back } = count
  useScanner((text) => void count.scan(text))
  if (at.kind === 'row')
    return (
      <CountQty
        key={at.row.stockId}
        row={at.row}
        before={counted.get(at.row.stockId) ?? at.qty}
        isBusy={isBusy}
        onCount={(qty) => void count.countRow(at.row, qty)}
        onBack={back}
      />
    )
  if (at.kind === 'found')
    return (
      <CountFound
        goods={at.goods}
        containers={[...new Map(rows.map((r) => [r.container.id, r.container])).values()]}
        isBusy={isBusy}
        onCount={(input, what) => void count.countFound(input, what)}
        onBack={back}
      />
    )
  return (
    <Asked of={count.sheet}>
      {(data) => (
        <>
          <Head data={data} isChoosing={at.kind === 'some'} />
          <CountList
            rows={at.kind === 'some' ? at.rows : data.rows}
            found={at.kind === 'some' ? [] : data.found}
            counted={counted}
            onRow={(row) => count.setAt({ kind: 'row', row })}
          />
          <Foot count={count} onList={onList} />
        </>
      )}
    </Asked>
  )
}

function Head({ data, isChoosing }: { data: z.output<typeof countSheet.output>; isChoosing: boolean }) {
  const t = useText()
  return (
    <div className="station-todo">
      <div className="station-code">{data.bin.code}</div>
      <div className="station-ask">
        {isChoosing
          ? t(['请选择批次或容器', 'Choose the lot or container'])
          : t(['扫描商品或容器，逐个清点', 'Scan each product or container and count it'])}
      </div>
      {data.round > 1 && <div className="muted">{t(['第{n}轮', 'Round {n}'], { n: data.round })}</div>}
    </div>
  )
}

function Foot({ count, onList }: { count: CountModel; onList: () => void }) {
  const t = useText()
  const { at, rest, isBusy, isNothing, back, scan } = count
  const close = async () => {
    const isGone = rest.length > 0 || isNothing
    const isEmpty = rest.length === 0
    const sure =
      !isGone ||
      (await ask({
        title: isEmpty ? emptyText : restText,
        args: { n: rest.length },
        ok: isEmpty ? ['货位为空', 'The bin is empty'] : ['其余没有', 'Nothing else is here'],
        danger: true,
      })) !== undefined
    if (sure) await count.close(isGone)
  }
  return (
    <>
      <CodeInput title={t(['商品条码或容器', 'Product or container'])} onCode={(code) => void scan(code)} />
      {at.kind === 'some' ? (
        <Big onClick={back}>{t(['返回', 'Back'])}</Big>
      ) : (
        <>
          <Big main={rest.length === 0} disabled={isBusy} onClick={() => void close()}>
            ✓ {t(['货位清点完毕', 'Bin is counted'])}
          </Big>
          <Big onClick={onList}>{t(['全部货位', 'All bins'])}</Big>
        </>
      )}
    </>
  )
}

const emptyText: Text = ['货位里什么也没有？', 'Is there nothing in this bin?']
const restText: Text = ['还有{n}种商品未清点，货位里没有它们？', 'Not counted yet: {n}. Are they not in this bin?']
