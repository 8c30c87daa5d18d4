import { putAwayTask, startPutAway, waitingStock } from '@lading/contract/wms/putAwayCalls.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { go } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { useChoice } from '../../kernel/grid/selection.ts'
import { Made } from '../../kernel/Made.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, useSibling } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { StockPicker, type StockWhere } from '../stock/StockPicker.tsx'

/** 主动上架: goods that stand where nothing shall stay; what is ticked gets its tasks. */
export function PutAwayAdd() {
  const t = useText()
  const sibling = useSibling()
  const refused = useBlocked(putAwayTask)
  const write = useWrite(startPutAway)
  const [where, setWhere] = useState<StockWhere>({})
  const { selection, chosen } = useChoice<Row>()
  const run = async () => {
    if (chosen.length === 0) return notify('warn', t(['请先勾选要上架的库存', 'Select the stock to put away first']))
    try {
      const { tasks } = await write.run({ stockIds: chosen.map(({ id }) => id) })
      const without = tasks.filter((task) => task.withoutBin > 0).length
      notify(
        'good',
        <>
          {t(['已生成{n}个上架任务', 'Put-away tasks created: {n}'], { n: tasks.length })}{' '}
          <Made made={tasks.map(({ id, taskNo }) => ({ key: putAwayTask.key, id, no: taskNo }))} />
        </>,
      )
      if (without > 0) notify('warn', t(['其中{n}个无可用货位', 'Without an available bin: {n}'], { n: without }))
      await changed(putAwayTask)
      go(sibling('List'))
    } catch (error) {
      report(error)
      await changed(stock)
    }
  }
  return (
    <Page
      title={t(startPutAway.title)}
      note={
        <span className="muted">
          {t([
            '收货暂存、退仓、加工与异常位上未被占用的库存',
            'Unreserved stock in receiving, return, processing and exception bins',
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
          {t(['生成上架任务（{n}）', 'Create tasks ({n})'], { n: chosen.length })}
        </Button>
      }
    >
      <Card>
        <StockPicker
          of={waitingStock}
          where={where}
          onWhere={setWhere}
          selection={selection}
          none={['没有待上架的库存', 'Nothing to put away']}
        />
      </Card>
    </Page>
  )
}
