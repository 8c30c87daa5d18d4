import type { Text } from '@lading/contract/kernel/text.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { addStaged, stagedStores } from '@lading/contract/wms/shipCalls.ts'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { type Selection, useChoice } from '../../kernel/grid/selection.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

type Store = z.output<typeof stagedStores.output>['stores'][number] & { readonly id: string }

/** Chooses stores with staged containers: those of the route, and of the shipment itself, are ticked. */
export function StagedDialog({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipBill.header, addStaged, onClose)
  const { selection, chosen } = useChoice<Store>()
  const ready = useCall(stagedStores, { id: bill.id }, { gcTime: 0 })
  const stores = (ready.data?.stores ?? []).map((s): Store => ({ ...s, id: s.storeId }))
  // Before loading its own stops are sure of their goods; later ones are put on the list.
  const isSure = (s: Store) => s.isStop && bill.state !== 'INPROGRESS'
  const sure = stores.filter(isSure)
  const count = chosen.reduce((sum, s) => sum + s.containers, 0)
  const run = () =>
    act.run({ id: bill.id, version: bill.version, storeIds: chosen.map((s) => s.storeId) }, ({ containers }) =>
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
      {ready.data && <Choice stores={stores.filter((s) => !isSure(s))} selection={selection} />}
      {sure.length > 0 && (
        <>
          <h3>{t(sureText)}</h3>
          <ReadTable<Store> label={t(sureText)} rows={sure} columns={columns} height={240} />
        </>
      )}
    </ActDialog>
  )
}

const sureText: Text = [
  '开始装车时随单装车，不必加入',
  'Its containers are included when loading starts: nothing to add',
]

const figure = (name: 'containers' | 'cases' | 'weight' | 'volume', title: Text): ReadColumn<Store> => ({
  name,
  title,
  width: 120,
  isFigure: true,
  said: (s) => String(s[name]),
})
const ownStop: Text = ['本单站点', 'a stop of this shipment']
const columns: readonly ReadColumn<Store>[] = [
  {
    name: 'store',
    title: ['门店', 'Store'],
    width: 300,
    said: (s, t) => `${s.code} ${s.name}${s.isStop ? ` · ${t(ownStop)}` : ''}`,
    wraps: true,
  },
  { name: 'route', title: ['线路', 'Route'], width: 100, said: (s) => s.route ?? '' },
  figure('containers', ['容器', 'Containers']),
  figure('cases', ['件数', 'Cases']),
  figure('weight', ['重量(kg)', 'Weight (kg)']),
  figure('volume', ['体积(m³)', 'Volume (m³)']),
]

/** What most likely goes is ticked when it is first seen. */
function Choice({ stores, selection }: { stores: readonly Store[]; selection: Selection<Store> }) {
  const t = useText()
  const [likely] = useState(() => stores.filter((s) => s.isRoute || s.isStop))
  useEffect(() => selection.tick(likely, true), [likely, selection])
  return (
    <ReadTable<Store>
      label={t(addStaged.title)}
      rows={stores}
      columns={columns}
      selection={selection}
      height={380}
      none={['没有待装容器', 'No containers are ready to load']}
    />
  )
}
