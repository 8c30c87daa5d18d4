import { parseQty } from '@lading/contract/kernel/qty.ts'
import { task } from '@lading/contract/wms/task.ts'
import { splitTask, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { Table } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { Made } from '../../kernel/Made.tsx'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { baseText, caseText } from './lineText.ts'

/** Which lines shall become a task of their own. */
export function SplitDialog({ row, lines, onClose }: { row: Row; lines: readonly WorkLine[]; onClose: () => void }) {
  const t = useText()
  const act = useAct(task, splitTask, onClose)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const run = () =>
    act.run({ id: row.id, version: row.version, lineIds: [...chosen] }, ({ made }) => (
      <>
        {t(['已拆分为新任务', 'Split off as task'])}{' '}
        <Made made={[{ key: viewOf(made.taskType).key, id: made.id, no: made.taskNo }]} />
      </>
    ))
  return (
    <ActDialog
      act={act}
      width={720}
      title={t(['拆分任务[{no}]', 'Split task [{no}]'], { no: row.taskNo })}
      okText={t(['拆出{n}行', 'Split off lines: {n}'], { n: chosen.length })}
      isReady={chosen.length > 0 && chosen.length < lines.length}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="hint">
        {t([
          '勾选要拆到新任务的明细，至少一行留在原任务。',
          'Tick what goes to the new task; at least one line stays.',
        ])}
      </p>
      <Table<WorkLine>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ y: 360 }}
        dataSource={lines}
        rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) }}
        columns={[
          {
            title: t(['行', 'Line']),
            width: 60,
            align: 'right',
            render: (_, l) => <span className="num">{l.lineNo}</span>,
          },
          { title: t(['商品', 'Product']), render: (_, l) => l.product && `${l.product.code} ${l.product.name}` },
          { title: t(['货位', 'Bin']), width: 140, render: (_, l) => <span className="num">{l.fromBin?.code}</span> },
          {
            title: t(['计划', 'Planned']),
            width: 130,
            align: 'right',
            render: (_, l) => (
              <span className="num" title={caseText(parseQty(l.planQty), l) ?? ''}>
                {baseText(parseQty(l.planQty), l)}
              </span>
            ),
          },
        ]}
      />
    </ActDialog>
  )
}
