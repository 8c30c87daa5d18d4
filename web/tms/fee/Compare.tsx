import { type CompareLine, compareStates, compareWithFile } from '@lading/contract/tms/compareCalls.ts'
import { feeTypes } from '@lading/contract/tms/feeTerms.ts'
import { carrierPayableBill } from '@lading/contract/tms/settleBill.ts'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { saveFile } from '../../client/client.ts'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { type Selection, useChoice, useTicked } from '../../kernel/grid/selection.ts'
import { useMay } from '../../kernel/permission.ts'
import { type BulkAnswer, type BulkInput, callOf, type Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { FileChoice } from '../../platform/sheet/ImportResult.tsx'
import { cents } from './columns.tsx'
import './fee.css'

type Compared = z.output<typeof compareWithFile.output>
type Adjusting = BulkInput & { readonly input: { readonly adjust: string; readonly adjustReason: string } }

const typeOf = (l: CompareLine) => feeTypes[l.feeType as keyof typeof feeTypes]
const figure = (name: 'ours' | 'theirs' | 'diff', zh: string, en: string): ReadColumn<CompareLine> => ({
  ...{ name, title: [zh, en], width: 110, isFigure: true },
  said: (l) => (l[name] === null ? '' : cents(l[name])),
})
const columns: readonly ReadColumn<CompareLine>[] = [
  { name: 'state', title: ['结果', 'Result'], width: 130, said: (l, t) => t(compareStates[l.state]) },
  { name: 'no', title: ['派车单/单号', 'Trip or number'], width: 160, said: (l) => l.no || '–' },
  { name: 'feeType', title: ['费用类型', 'Charge'], width: 100, said: (l, t) => t(typeOf(l) ?? ['整趟', 'All of it']) },
  figure('ours', '我方', 'Ours'),
  figure('theirs', '对方', 'Theirs'),
  figure('diff', '差额', 'Difference'),
  { name: 'said', title: ['对方费用名称', 'Called in the file'], width: 130, said: (l) => l.said },
  { name: 'rows', title: ['对方行号', 'Rows of the file'], width: 90, said: (l) => l.rows.join(' ') },
]
const hundredths = (text: unknown): number => Math.round(Number(text) * 100)
const reasonMax = 100

/** 核对对方文件: a carrier's own file beside his statement; of a draft, differences become its adjustment. */
export function Compare({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const { header } = carrierPayableBill
  const act = useAct(header, callOf<Adjusting, BulkAnswer>(carrierPayableBill, 'adjust'), onClose)
  const read = useWrite(compareWithFile)
  const [file, setFile] = useState<File>()
  const [came, setCame] = useState<Compared>()
  const [typed, setTyped] = useState<string>()
  const { selection } = useChoice<CompareLine>()
  const ticked = [...useTicked(selection).values()]
  const canAdjust = bill.state === 'DRAFT' && may(header, 'update')
  const choose = (chosen: File) => {
    setFile(chosen)
    setCame(undefined)
    selection.clear()
    act.setProblem('')
    read.run({ id: bill.id }, chosen).then(setCame, (error: unknown) => act.setProblem(asRefused(error)))
  }
  const named = ticked.map((l) => `${l.no} ${t(typeOf(l) ?? ['整趟', 'all'])} ${l.diff}`).join('; ')
  const reason =
    typed ?? t(['按对方对账文件：{named}', "By the carrier's file: {named}"], { named }).slice(0, reasonMax)
  const more = ticked.reduce((n, l) => n + hundredths(l.diff), 0)
  const adjust = ((hundredths(bill.adjust) + more) / 100).toFixed(2)
  const run = () =>
    act.run({ rows: [{ id: bill.id, version: bill.version }], input: { adjust, adjustReason: reason.trim() } }, () =>
      t(['已调整，调整金额{adjust}', 'Adjusted: {adjust} in all'], { adjust }),
    )
  return (
    <ActDialog
      act={{ ...act, isBusy: act.isBusy || read.isBusy }}
      width={980}
      title={`${t(compareWithFile.title)} ${String(bill.billNo)}`}
      okText={t(['按勾选差异调整', 'Adjust by what is ticked'])}
      isReady={canAdjust && more !== 0 && reason.trim() !== ''}
      onOk={() => void run()}
      onClose={onClose}
    >
      <FileChoice
        file={file}
        hint={[
          '表头含单号（派车单、运单或费用单）和金额，可有费用类型；只核对，不保存文件',
          'With headings: number (trip, waybill or charge), amount, and the charge if told. The file is not kept',
        ]}
        isFixed={came !== undefined}
        onChange={choose}
      />
      {came && <Result came={came} name={String(bill.billNo)} selection={selection} canAdjust={canAdjust} />}
      {more !== 0 && (
        <div className="fee-adjust">
          <span>
            {t(['调整金额', 'Adjustment'])} {cents(String(bill.adjust))} → <b>{cents(adjust)}</b>
          </span>
          <Input
            value={reason}
            maxLength={reasonMax}
            aria-label={t(['调整原因', 'Why'])}
            onChange={(e) => setTyped(e.target.value)}
          />
        </div>
      )}
    </ActDialog>
  )
}

interface ResultProps {
  readonly came: Compared
  readonly name: string
  readonly selection: Selection<CompareLine>
  readonly canAdjust: boolean
}
/** What both come to, and each line; first what is not equal. */
function Result({ came, name, selection, canAdjust }: ResultProps) {
  const t = useText()
  const differing = came.lines.filter((l) => l.state !== 'EQUAL')
  const [isAll, setAll] = useState(differing.length === 0)
  const sums = [
    [['我方合计', 'Ours'], came.ours],
    [['已调整', 'Adjusted by'], came.adjust],
    [['对方合计', 'Theirs'], came.theirs],
    [['待处理差额', 'Still between us'], came.open],
  ] as const
  const save = () => {
    const bytes = Uint8Array.from(atob(came.file), (c) => c.charCodeAt(0))
    saveFile(new Blob([bytes]), `${t(compareWithFile.title)}_${name}.xlsx`)
  }
  return (
    <>
      <div className="fee-sums">
        {sums.map(([title, amount]) => (
          <span key={title[1]}>
            {t(title)} <b>{cents(amount)}</b>
          </span>
        ))}
        <Segmented
          size="small"
          value={isAll}
          options={[
            { value: false, label: t(['差异 {n}', 'Differences {n}'], { n: differing.length }) },
            { value: true, label: t(['全部 {n}', 'All {n}'], { n: came.lines.length }) },
          ]}
          onChange={setAll}
        />
        <Button size="small" onClick={save}>
          {t(['导出核对结果', 'Export the comparison'])}
        </Button>
      </div>
      <ReadTable<CompareLine>
        label={t(compareWithFile.title)}
        rows={isAll ? came.lines : differing}
        columns={columns}
        height={320}
        none={['没有差异', 'Nothing differs']}
        rowClass={(l) => (l.state === 'EQUAL' ? undefined : 'fee-differs')}
        {...(canAdjust && { selection })}
      />
    </>
  )
}
