import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { rtiKinds } from '@lading/contract/wms/rti.ts'
import { rtiOut } from '@lading/contract/wms/rtiBills.ts'
import { containerBoard, type RtiHolder, type RtiOfType } from '@lading/contract/wms/rtiCalls.ts'
import { rtiDeposit } from '@lading/contract/wms/rtiDeposit.ts'
import { Button } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Board, BoardActions, BoardCard, BoardRead } from '../../platform/Board.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { grouped } from '../../ui/numbers.ts'
import '../board/board.css'

/** What becomes overdue does so without news. */
const refreshMs = 60_000
const moneyOf = (text: string): string => grouped(text.replace(/(\.\d\d)\d+$/, '$1'))

const figure = (name: keyof RtiOfType, title: Text, width = 92): ReadColumn<RtiOfType> => ({
  ...{ name, title, width, isFigure: true, isFilled: () => true },
  said: (r) => (r[name] === null ? '—' : grouped(String(r[name]))),
})
const typeColumns: readonly ReadColumn<RtiOfType>[] = [
  { name: 'code', title: ['代码', 'Code'], width: 90, fixed: 'start', said: (r) => r.code },
  { name: 'name', title: ['容器类型', 'Type'], width: 130, said: (r) => r.name },
  figure('fleet', ['总数', 'All']),
  figure('idle', ['空闲', 'Idle']),
  figure('inUse', ['使用中', 'In use']),
  figure('stores', ['在门店', 'At stores']),
  figure('vendors', ['在供应商', 'At vendors']),
  figure('carriers', ['在承运商', 'At carriers'], 100),
  figure('lost', ['已损失', 'Lost']),
  figure('out', ['近30天发出', 'Out in 30 days'], 116),
  figure('back', ['近30天收回', 'Back in 30 days'], 120),
  figure('turn', ['周转次数', 'Turns']),
  figure('lossPct', ['损失率%', 'Loss %']),
  { ...figure('deposit', ['押金', 'Deposit'], 110), said: (r) => moneyOf(r.deposit) },
]
const holderColumns: readonly ReadColumn<RtiHolder>[] = [
  { name: 'party', title: ['持有方', 'Holder'], width: 180, fixed: 'start', said: (r) => r.party },
  { name: 'kind', title: ['类别', 'Kind'], width: 90, said: (r, t) => t(rtiKinds[r.kind]) },
  { name: 'type', title: ['容器类型', 'Type'], width: 130, said: (r) => r.type },
  { name: 'qty', title: ['数量', 'Held'], width: 84, isFigure: true, said: (r) => grouped(String(r.qty)) },
  {
    ...{ name: 'days', title: ['最早未还天数', 'Oldest out, days'], width: 128, isFigure: true },
    said: (r) => (r.days === null ? '—' : String(r.days)),
    render: (r) => (
      <>
        {r.isOverdue && <Mark tone="warn" />} {r.days ?? '—'}
      </>
    ),
  },
  { name: 'deposit', title: ['押金', 'Deposit'], width: 110, isFigure: true, said: (r) => moneyOf(r.deposit) },
]

/** 容器看板: where returnable containers are, how they go round, and who has had them for too long. */
export function ContainerBoard() {
  const t = useText()
  const may = useMay()
  const read = useCall(containerBoard, {}, { refetchInterval: refreshMs })
  const link = (of: AnyEntity, entry: string) =>
    may(of, 'view') && <Button href={hashOf(place('wms', entry))}>{t(of.title)}</Button>
  return (
    <Board
      title={t(containerBoard.title)}
      actions={
        <BoardActions of={read}>
          {link(rtiOut.header, 'containerOutBillList')}
          {link(rtiDeposit.header, 'containerDepositList')}
        </BoardActions>
      }
    >
      <BoardRead of={read}>
        {(data) => (
          <>
            <div className="board-all">
              <BoardCard title={t(['各类容器', 'By type'])}>
                <Rows label={t(['各类容器', 'By type'])} rows={data.types} columns={typeColumns} />
              </BoardCard>
            </div>
            <div className="board-all">
              <BoardCard title={t(['持有方', 'Holders'])}>
                <p className="muted">
                  {t(
                    [
                      '归还期限{d}天，逾期{n}户，押金余额{m}',
                      'Due back in {d} days; {n} accounts overdue; deposits {m}',
                    ],
                    {
                      ...{ d: data.dueDays, n: data.overdue, m: moneyOf(data.deposit) },
                    },
                  )}
                </p>
                <Rows label={t(['持有方', 'Holders'])} rows={data.holders} columns={holderColumns} />
              </BoardCard>
            </div>
          </>
        )}
      </BoardRead>
    </Board>
  )
}

interface RowsProps<T> {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly ReadColumn<T>[]
}
function Rows<T extends { readonly id: string }>({ label, rows, columns }: RowsProps<T>) {
  const t = useText()
  if (rows.length > 0) return <ReadTable<T> label={label} rows={rows} columns={columns} />
  return (
    <p className="muted">
      {t(['容器采购收货或发出后在此显示', 'Containers are shown once they were bought or given out'])}
    </p>
  )
}
