import { date, text } from '@lading/contract/kernel/field.ts'
import { closeBooks, closedTo } from '@lading/contract/tms/feeCalls.ts'
import { centreField } from '@lading/contract/tms/feeTerms.ts'
import { carrierPayableBill } from '@lading/contract/tms/settleBill.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

const fields = {
  centreId: { ...centreField, required: true },
  closedTo: date(['关账至', 'Closed up to'], { required: true }),
  reason: text(['原因', 'Reason'], { max: 200, hint: ['提前关账日期时必填', 'Required to open closed days again'] }),
}

/** 关账: up to which day nothing new is charged. */
export function CloseBooks() {
  const t = useText()
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may(carrierPayableBill.header, 'approve')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(closeBooks.title)}</Button>
      {open && <Closing onClose={() => setOpen(false)} />}
    </>
  )
}

function Closing({ onClose }: { onClose: () => void }) {
  const t = useText()
  const isCentre = useUser().workingOrg.type === 'TC'
  const act = useAct(carrierPayableBill.header, closeBooks, onClose)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const said = (name: string) =>
    typeof values[name] === 'string' && values[name] !== '' ? String(values[name]) : undefined
  const centreId = said('centreId')
  const [day, reason] = [said('closedTo'), said('reason')]
  const isReady = day !== undefined && (isCentre || centreId !== undefined)
  const row = (name: keyof typeof fields) => (
    <FieldRow
      key={name}
      field={fields[name]}
      value={values[name] ?? null}
      record={values}
      problem={undefined}
      onLeave={() => undefined}
      onChange={(value) => setValues((v) => ({ ...v, [name]: value }))}
    />
  )
  const run = () =>
    void act.run(
      { closedTo: day ?? '', ...(centreId && { centreId }), ...(reason && { reason }) },
      ({ closedTo: to }) => t(['已关账至{to}', 'Closed up to {to}'], { to }),
    )
  return (
    <ActDialog
      act={act}
      width={440}
      title={t(closeBooks.title)}
      okText={t(closeBooks.title)}
      isReady={isReady}
      onOk={run}
      onClose={onClose}
    >
      {!isCentre && row('centreId')}
      {(isCentre || centreId) && <Closed {...(centreId && { centreId })} />}
      {row('closedTo')}
      {row('reason')}
    </ActDialog>
  )
}

function Closed({ centreId }: { centreId?: string }) {
  const t = useText()
  const { data } = useCall(closedTo, centreId ? { centreId } : {})
  return (
    <p className="hint">
      {data?.closedTo
        ? t(
            [
              '当前已关账至{to}，其后发现的费用记在下一日。',
              'Closed up to {to}; what is charged later counts on the day after.',
            ],
            { to: data.closedTo },
          )
        : t(['尚未关账。', 'The books are open.'])}
    </p>
  )
}
