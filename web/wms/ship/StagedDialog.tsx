import type { Text } from '@lading/contract/kernel/text.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { addStaged, stagedStores } from '@lading/contract/wms/shipCalls.ts'
import { Table } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

type Store = z.output<typeof stagedStores.output>['stores'][number]

/** Chooses stores with staged containers: those of the route, and of the shipment itself, are ticked. */
export function StagedDialog({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipBill.header, addStaged, onClose)
  const [chosen, setChosen] = useState<readonly string[]>()
  const ready = useCall(stagedStores, { id: bill.id }, { gcTime: 0 })
  const stores = ready.data?.stores ?? []
  // Before loading its own stops are sure of their goods; later ones are put on the list.
  const isSure = (s: Store) => s.isStop && bill.state !== 'INPROGRESS'
  const storeIds = chosen ?? stores.filter((s) => (s.isRoute || s.isStop) && !isSure(s)).map((s) => s.storeId)
  const count = stores.filter((s) => storeIds.includes(s.storeId)).reduce((sum, s) => sum + s.containers, 0)
  const run = () =>
    act.run({ id: bill.id, version: bill.version, storeIds: [...storeIds] }, ({ containers }) =>
      t(['已加入{n}个容器', 'Containers added: {n}'], { n: containers }),
    )
  return (
    <ActDialog
      act={act}
      width={760}
      title={`${t(addStaged.title)} ${String(bill.billNo)}`}
      okText={t(['加入{n}个容器', 'Add containers: {n}'], { n: count })}
      isReady={count > 0}
      reads={ready}
      onOk={() => void run()}
      onClose={onClose}
    >
      {ready.data && (
        <Table<Store>
          size="small"
          rowKey="storeId"
          pagination={false}
          dataSource={stores}
          scroll={{ x: 620, y: 380 }}
          rowSelection={{
            selectedRowKeys: [...storeIds],
            onChange: (keys) => setChosen(keys.map(String)),
            getCheckboxProps: (s) => ({ disabled: isSure(s), ...(isSure(s) && { title: t(sureText) }) }),
          }}
          locale={{ emptyText: <span className="muted">{t(['没有待装容器', 'Nothing stands ready'])}</span> }}
          columns={[
            {
              key: 'store',
              title: t(['门店', 'Store']),
              render: (_, s) => (
                <>
                  {s.code} {s.name}
                  {s.isStop && <span className="muted"> · {t(['本单站点', 'a stop of this shipment'])}</span>}
                  {isSure(s) && <div className="muted">{t(sureText)}</div>}
                </>
              ),
            },
            { key: 'route', title: t(['线路', 'Route']), width: 80, dataIndex: 'route' },
            figure('containers', t(['容器', 'Containers']), 110),
            figure('cases', t(['件数', 'Cases']), 100),
            figure('weight', t(['重量(kg)', 'Weight (kg)']), 120),
            figure('volume', t(['体积(m³)', 'Volume (m³)']), 120),
          ]}
        />
      )}
    </ActDialog>
  )
}

/** Why a row cannot be ticked: where there is no pointer to rest on it, it is read. */
const sureText: Text = ['开始装车时随单装车，不必加入', 'Its containers come along when loading starts: nothing to add']

const figure = (name: 'containers' | 'cases' | 'weight' | 'volume', title: string, width: number) => ({
  key: name,
  title,
  width,
  align: 'right' as const,
  render: (_: unknown, s: Store) => <span className="num">{s[name]}</span>,
})
