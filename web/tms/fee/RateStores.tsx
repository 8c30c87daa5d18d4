import { date } from '@lading/contract/kernel/field.ts'
import { clientFeeBill } from '@lading/contract/tms/feeBill.ts'
import { centreField } from '@lading/contract/tms/feeTerms.ts'
import { rateStores } from '@lading/contract/tms/storage.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { useMay } from '../../kernel/permission.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

const fields = {
  centreId: { ...centreField, required: true },
  from: date(['从', 'From'], { required: true }),
  to: date(['至', 'Until'], { required: true }),
}

/** 仓储计费: days of the warehouses that the clock charged already, or has not yet. */
export function RateStores() {
  const t = useText()
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may(clientFeeBill.header, 'create')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(rateStores.title)}</Button>
      {open && <Rating onClose={() => setOpen(false)} />}
    </>
  )
}

function Rating({ onClose }: { onClose: () => void }) {
  const t = useText()
  const isCentre = useUser().workingOrg.type === 'TC'
  const act = useAct(clientFeeBill.header, rateStores, onClose)
  const [values, setValues] = useState<Readonly<Partial<Record<keyof typeof fields, string>>>>({})
  const { centreId, from = '', to = '' } = values
  const run = () =>
    void act.run({ ...(centreId && { centreId }), from, to }, ({ days, charges }) =>
      t(['{days}天，共{n}条仓储费用', '{days} days: {n} charges of storage and handling'], { days, n: charges }),
    )
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(rateStores.title)}
      okText={t(rateStores.title)}
      isReady={from !== '' && to !== '' && (isCentre || centreId !== undefined)}
      onOk={run}
      onClose={onClose}
    >
      <p className="hint">
        {t([
          '每夜自动计算前三天；这里可补算更早的日期。已确认的不变，差额另记一条。',
          'The last three days are charged every night; earlier ones are charged here. What is confirmed stays, a difference is a charge of its own.',
        ])}
      </p>
      {(Object.keys(fields) as (keyof typeof fields)[])
        .filter((name) => name !== 'centreId' || !isCentre)
        .map((name) => (
          <FieldRow
            key={name}
            field={fields[name]}
            value={values[name] ?? null}
            record={values}
            problem={undefined}
            onLeave={() => undefined}
            onChange={(v) => setValues((was) => ({ ...was, [name]: typeof v === 'string' ? v : undefined }))}
          />
        ))}
    </ActDialog>
  )
}
