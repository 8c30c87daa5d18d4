import { putAwayTask, startPutAway, waitingStock } from '@lading/contract/wms/putAwayCalls.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report, useWrite } from '../../client/errors.ts'
import { go } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { cell } from '../../kernel/field/cells.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { Made } from '../../kernel/Made.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, useSibling } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'
import './putAway.css'

const pageSize = 50
const shown = ['binId', 'containerId', 'productId', 'lotId', 'stockType', 'ownerId', 'qty', 'reservedQty'] as const
const widths: Partial<Record<(typeof shown)[number], number>> = {
  productId: 260,
  lotId: 150,
  qty: 110,
  reservedQty: 110,
}

interface Where {
  readonly productId?: string
  readonly binId?: string
}

/** 主动上架: goods that stand where nothing shall stay; what is ticked gets its tasks. */
export function PutAwayAdd() {
  const t = useText()
  const sibling = useSibling()
  const refused = useBlocked(putAwayTask)
  const write = useWrite(startPutAway)
  const [where, setWhere] = useState<Where>({})
  const [chosen, setChosen] = useState<readonly string[]>([])
  const run = async () => {
    if (chosen.length === 0) return notify('warn', t(['请先勾选要上架的库存', 'Tick the stock to put away first']))
    try {
      const { tasks } = await write.run({ stockIds: [...chosen] })
      const without = tasks.filter((task) => task.withoutBin > 0).length
      notify(
        'good',
        <>
          {t(['已生成{n}个上架任务', '{n} put-away tasks made'], { n: tasks.length })}{' '}
          <Made made={tasks.map(({ id, taskNo }) => ({ key: putAwayTask.key, id, no: taskNo }))} />
        </>,
      )
      if (without > 0) notify('warn', t(['其中{n}个无可用货位', 'For {n} of them no bin was found'], { n: without }))
      await changed(putAwayTask)
      go(sibling('List'))
    } catch (error) {
      report(error)
      await changed(stock)
    }
  }
  const field = (name: 'productId' | 'binId') => (
    <div className="field">
      <span>{t(stock.fields[name].title)}</span>
      <RefSelect
        to={stock.fields[name].to ?? ''}
        title={t(stock.fields[name].title)}
        value={where[name]}
        onChange={(id) => {
          const { [name]: _, ...others } = where
          setWhere(id ? { ...others, [name]: id } : others)
        }}
      />
    </div>
  )
  return (
    <Page
      title={t(startPutAway.title)}
      note={
        <span className="muted">
          {t([
            '收货暂存、退仓、加工与异常位上未被占用的库存',
            'Stock on receiving, return, processing and exception bins that is promised to nobody',
          ])}
        </span>
      }
      actions={
        <Button
          type="primary"
          loading={write.isBusy}
          disabled={refused !== undefined}
          title={refused}
          onClick={() => void run()}
        >
          {t(['生成上架任务（{n}）', 'Make tasks ({n})'], { n: chosen.length })}
        </Button>
      }
    >
      <Card>
        <div className="waiting-filter">
          {field('productId')}
          {field('binId')}
        </div>
        <Waiting where={where} chosen={chosen} onChoose={setChosen} />
      </Card>
    </Page>
  )
}

interface WaitingProps {
  readonly where: Where
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}
function Waiting({ where, chosen, onChoose }: WaitingProps) {
  const t = useText()
  const [page, setPage] = useState(1)
  const columns = useColumns()
  const rows = useQuery({
    queryKey: [stock.key, 'waiting', where, page],
    queryFn: ({ signal }) =>
      call(waitingStock, { filter: { ...where }, page, pageSize, searchCount: true, orderBy: 'id' }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (rows.error) return <NotRead of={rows} />
  // The records of a list, as the generic query gives them.
  const records = (rows.data?.records ?? []) as unknown as readonly Row[]
  if (rows.data && records.length === 0)
    return <Empty title={t(['没有待上架的库存', 'Nothing waits to be put away'])} />
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      loading={rows.isFetching}
      dataSource={records}
      columns={columns}
      scroll={{ x: 1100 }}
      rowSelection={{
        selectedRowKeys: [...chosen],
        preserveSelectedRowKeys: true,
        onChange: (keys) => onChoose(keys.map(String)),
      }}
      pagination={{ current: page, pageSize, total: rows.data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
    />
  )
}

function useColumns(): TableColumnType<Row>[] {
  const t = useText()
  return shown.map((name) => ({
    key: name,
    title: t(stock.fields[name].title),
    width: widths[name] ?? 130,
    ellipsis: true,
    align: name === 'qty' || name === 'reservedQty' ? 'right' : 'left',
    render: (_, row) => cell(stock.fields[name], row[name], row.refs?.[name], t),
  }))
}
