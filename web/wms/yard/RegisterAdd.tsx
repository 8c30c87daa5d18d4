import { type Expected, expectedTrucks, warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { place } from '../../client/location.ts'
import { go, usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { EntityForm } from '../../kernel/form/EntityForm.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import './yard.css'

const shape = {
  show: {
    previewId: ({ visitType }: Readonly<Record<string, unknown>>) => visitType === 'DELIVER',
    orderId: ({ visitType, previewId }: Readonly<Record<string, unknown>>) => visitType === 'DELIVER' && !previewId,
    shipId: ({ visitType }: Readonly<Record<string, unknown>>) => visitType === 'COLLECT',
  },
  where: {
    previewId: () => ({ state: 'APPROVED' }),
    orderId: () => ({ state: 'APPROVED,INPROGRESS' }),
    shipId: () => ({ state: 'APPROVED,INPROGRESS,LOADED' }),
  },
}

/** 登记: a truck at the gate, found by the code of its appointment or by its plate, or typed in. */
export function RegisterAdd() {
  const { query } = usePlace()
  return (
    <>
      <Scan />
      <EntityForm key={JSON.stringify(query)} of={warehouseRegister.header} shape={shape} />
    </>
  )
}

/** What an expected truck is registered as. */
const filledBy = (e: Expected): Record<string, string> => {
  const facts = { vehicleNo: e.vehicleNo, driverName: e.driverName, driverPhone: e.driverPhone, carrier: e.carrier }
  const known = Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const of = e.kind === 'PREVIEW' ? { visitType: 'DELIVER', previewId: e.id } : { visitType: 'COLLECT', shipId: e.id }
  return { ...of, ...Object.fromEntries(known) }
}

function Scan() {
  const t = useText()
  const [code, setCode] = useState('')
  const found = useCall(expectedTrucks, { code }, { enabled: code.length >= 2, gcTime: 0 })
  const rows = found.data?.rows
  const title = t(['扫描预约码或输入车牌号', 'Scan an appointment, or type a plate'])
  return (
    <div className="gate-scan card">
      <Input.Search
        className="gate-code"
        aria-label={title}
        placeholder={title}
        enterButton={t(['查找', 'Find'])}
        loading={found.isFetching}
        onSearch={(typed) => setCode(typed.trim())}
      />
      {found.error !== null && <NotRead of={found} />}
      {rows?.length === 0 && (
        <span className="muted">{t(['今日没有该车辆的预约或装车单', 'Nothing is expected of it today'])}</span>
      )}
      <ul className="gate-found">
        {rows?.map((e) => (
          <li key={e.id}>
            <Button onClick={() => go(place('wms', 'warehouseRegisterAdd', filledBy(e)))}>
              {[e.no, e.vehicleNo, e.party, e.at && shownTime(e.at).slice(11, 16)].filter(Boolean).join(' · ')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
