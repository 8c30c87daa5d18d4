import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { recountBins, takeDiffs } from '@lading/contract/wms/stockTakeCalls.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

interface Differing {
  readonly id: string
  readonly code: string
  readonly goods: string
  readonly diffs: string
}

/** Chooses bins that differ and are counted once more, by somebody else than who counted them last. */
export function RecountDialog({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(stockTakeBill.header, recountBins, onClose)
  const { selection, chosen } = useChoice<Differing>()
  const diffs = useCall(takeDiffs.call, { id: bill.id }, { gcTime: 0 })
  const run = () =>
    act.run({ id: bill.id, version: bill.version, binIds: chosen.map((b) => b.id) }, ({ taskNo }) =>
      t(['已生成复盘任务{no}', 'Recount task made: {no}'], { no: taskNo }),
    )
  return (
    <ActDialog
      act={act}
      width={760}
      title={`${t(recountBins.title)} ${String(bill.billNo)}`}
      okText={t(['重盘{n}个货位', 'Count bins again: {n}'], { n: chosen.length })}
      isReady={chosen.length > 0}
      reads={diffs}
      onOk={() => void run()}
      onClose={onClose}
    >
      {diffs.data && (
        <ReadTable<Differing>
          label={t(recountBins.title)}
          rows={binsOf(diffs.data as readonly Row[])}
          columns={columns}
          selection={selection}
          height={420}
          none={['没有差异', 'No differences']}
        />
      )}
    </ActDialog>
  )
}

/** Each bin once, with what differs in it. */
function binsOf(rows: readonly Row[]): readonly Differing[] {
  const bins = new Map<string, Differing>()
  for (const row of rows) {
    const id = String(row.binId)
    const { goods = '', diffs = '' } = bins.get(id) ?? {}
    const name = row.refs.productId ? `${row.refs.productId.code} ${row.refs.productId.name}` : ''
    bins.set(id, {
      id,
      code: row.refs.binId?.code ?? '',
      goods: [goods, name].filter(Boolean).join('，'),
      diffs: [diffs, String(row.diffCases)].filter(Boolean).join('，'),
    })
  }
  return [...bins.values()]
}

const columns: readonly ReadColumn<Differing>[] = [
  { name: 'bin', title: ['货位', 'Bin'], width: 140, said: (b) => b.code },
  { name: 'goods', title: ['差异商品', 'Goods that differ'], width: 360, said: (b) => b.goods, wraps: true },
  { name: 'diffs', title: ['差异件数', 'Difference (cases)'], width: 160, isFigure: true, said: (b) => b.diffs },
]
