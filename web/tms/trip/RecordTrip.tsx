import { instant, int } from '@lading/contract/kernel/field.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { type RoadItem, type RoadStop, type RoadTrip, recordTrip, tripOnRoad } from '@lading/contract/tms/tripCalls.ts'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { grouped } from '../../ui/numbers.ts'
import { isComplete, kindsOf, nothing, type Outcome, outcomes, outcomesBack, qtyOf, toldOf } from './outcome.ts'
import './trip.css'

const fields = {
  departAt: instant(['发车时间', 'Departed at']),
  odoStart: int(['发车里程km', 'Odometer at start, km'], {}),
  returnAt: instant(['回场时间', 'Returned at']),
  odoEnd: int(['回场里程km', 'Odometer at end, km'], {}),
  arriveAt: instant(['到达时间', 'Arrived at']),
  leaveAt: instant(['离开时间', 'Left at']),
}
type Name = keyof typeof fields
type Values = Readonly<Record<string, unknown>>
const at = (name: Name, stopId = ''): string => `${name}${stopId}`
/** Its field gives it as the wire has it. */
const time = (v: unknown): string | undefined => (typeof v === 'string' && v !== '' ? v : undefined)
const figure = (v: unknown): number | undefined => (typeof v === 'number' ? v : undefined)
const said = <T extends object>(o: T): T =>
  Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined)) as T

/** What has been told of a stop stays; what is missing is entered. Of a trip that was opened again all may be told anew. */
const isOpen = (item: RoadItem, round: number): boolean =>
  item.state === 'OPEN' || (round > 0 && item.state !== 'FAILED')

/** All of it has been told. */
const isTold = (s: RoadStop, round: number): boolean =>
  round === 0 && s.actArriveAt !== null && s.actLeaveAt !== null && s.items.every((i) => i.state !== 'OPEN')

/** What is typed, as the server takes it; what is left empty is not told. */
const inputOf = (of: RoadTrip, values: Values, outcomeOf: (i: RoadItem) => Outcome) =>
  said({
    ...{ id: of.id, version: of.version },
    ...{ departAt: time(values.departAt), odoStart: figure(values.odoStart) },
    ...{ returnAt: time(values.returnAt), odoEnd: figure(values.odoEnd) },
    stops: of.stops.map((s) =>
      said({
        ...{ stopId: s.id, arriveAt: time(values[at('arriveAt', s.id)]), leaveAt: time(values[at('leaveAt', s.id)]) },
        items: s.items
          .filter((i) => outcomeOf(i).kind !== 'NONE')
          .map((i) => ({
            wayBillId: i.wayBillId,
            ...toldOf(outcomeOf(i), i),
            ...(outcomeOf(i).kind === 'FAIL' && { failed: true as const }),
          })),
      }),
    ),
  })

/** 补录: a whole trip in one dialog, or what is missing of it. */
export function RecordTrip({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipPlanBill.header, recordTrip, onClose)
  const trip = useCall(tripOnRoad, { id: bill.id }, { staleTime: 0 })
  const [values, setValues] = useState<Values>({})
  const [told, setTold] = useState<Readonly<Record<string, Outcome>>>({})
  const of = trip.data
  const row = (name: Name, stopId?: string) => (
    <FieldRow
      field={fields[name]}
      value={values[at(name, stopId)] ?? null}
      record={values}
      problem={undefined}
      onLeave={() => undefined}
      onChange={(value) => setValues((v) => ({ ...v, [at(name, stopId)]: value }))}
    />
  )
  const items = of?.stops.flatMap((s) => s.items) ?? []
  const outcomeOf = (i: RoadItem): Outcome => told[i.id] ?? nothing
  const run = () =>
    of && act.run(inputOf(of, values, outcomeOf), ({ billNo }) => t(['已登记：{no}', 'Recorded: {no}'], { no: billNo }))
  const signAll = () =>
    setTold(
      Object.fromEntries(
        items.filter((i) => i.state === 'OPEN').map((i) => [i.id, { ...nothing, kind: 'ALL' as const }]),
      ),
    )
  return (
    <ActDialog
      act={act}
      width={860}
      title={`${t(recordTrip.title)} ${String(bill.billNo)}`}
      okText={t(['登记', 'Record'])}
      isReady={of !== undefined && items.every((i) => isComplete(outcomeOf(i), i))}
      reads={trip}
      onOk={() => void run()}
      onClose={onClose}
    >
      <Hint onSignAll={signAll} />
      {of && !of.actDepartAt && (
        <div className="trip-stop-head">
          {(['departAt', 'odoStart'] as const).map((n) => (
            <div key={n}>{row(n)}</div>
          ))}
        </div>
      )}
      <div className="trip-stops">
        {of?.stops
          .filter((s) => !isTold(s, of.round))
          .map((s) => (
            <section key={s.id} className="trip-stop" aria-label={s.site.name}>
              <b>
                {s.seq}. {s.site.code} {s.site.name}
              </b>
              <div className="trip-stop-head">
                {(!s.actArriveAt || of.round > 0) && row('arriveAt', s.id)}
                {(!s.actLeaveAt || of.round > 0) && row('leaveAt', s.id)}
              </div>
              <StopGoods
                stop={s}
                round={of.round}
                outcomeOf={outcomeOf}
                onTold={(id, o) => setTold((v) => ({ ...v, [id]: o }))}
              />
            </section>
          ))}
      </div>
      <div className="trip-stop-head">
        {(['returnAt', 'odoEnd'] as const).map((n) => (
          <div key={n}>{row(n)}</div>
        ))}
      </div>
    </ActDialog>
  )
}

function Hint({ onSignAll }: { onSignAll: () => void }) {
  const t = useText()
  return (
    <p className="hint">
      {t([
        '一次登记发车、到达、签收和回场，保存时整单检查时间顺序和数量；只填已发生的部分也可以。',
        'Departure, arrivals, signatures and return at once; times and quantities are checked together. Only what has happened is needed.',
      ])}{' '}
      <Button size="small" onClick={onSignAll}>
        {t(['全部签收', 'All signed'])}
      </Button>
    </p>
  )
}

interface GoodsProps {
  readonly stop: RoadStop
  readonly round: number
  readonly outcomeOf: (i: RoadItem) => Outcome
  readonly onTold: (id: string, o: Outcome) => void
}
function StopGoods({ stop, round, outcomeOf, onTold }: GoodsProps) {
  const open = stop.items.filter((i) => isOpen(i, round))
  return (
    <>
      {open.map((i) => (
        <Goods key={i.id} item={i} outcome={outcomeOf(i)} onTold={(o) => onTold(i.id, o)} />
      ))}
    </>
  )
}

function Goods({ item, outcome, onTold }: { item: RoadItem; outcome: Outcome; onTold: (o: Outcome) => void }) {
  const t = useText()
  const id = useId()
  const words = item.direction === 'BACK' ? outcomesBack : outcomes
  const isShort = outcome.kind !== 'NONE' && outcome.kind !== 'ALL'
  return (
    <div className="trip-goods">
      <label htmlFor={id}>
        {item.billNo} · <span className="num">{grouped(item.pieces)}</span>
      </label>
      <Select
        id={id}
        value={outcome.kind}
        options={(['NONE', ...kindsOf(item)] as const).map((value) => ({ value, label: t(words[value]) }))}
        onChange={(kind) => onTold({ ...outcome, kind })}
      />
      {isShort ? (
        <Input
          value={outcome.reason}
          maxLength={100}
          placeholder={t(['原因（必填）', 'Reason (required)'])}
          aria-label={t(['{no}的原因', 'Reason for {no}'], { no: item.billNo })}
          onChange={(e) => onTold({ ...outcome, reason: e.target.value })}
        />
      ) : (
        <span />
      )}
      {outcome.kind === 'PART' && (
        <div className="trip-lines">
          {item.lines.map((l) => (
            <Line
              key={l.id}
              name={l.name}
              plan={`/ ${grouped(l.planQty)} ${l.uom}`}
              value={qtyOf(outcome, l)}
              onChange={(v) => onTold({ ...outcome, qty: { ...outcome.qty, [l.id]: v } })}
            />
          ))}
        </div>
      )}
    </div>
  )
}

const Line = ({
  name,
  plan,
  value,
  onChange,
}: {
  name: string
  plan: string
  value: string
  onChange: (v: string) => void
}) => (
  <>
    <span>{name}</span>
    <Input
      className="figure"
      value={value}
      maxLength={18}
      aria-label={name}
      onChange={(e) => onChange(e.target.value)}
    />
    <span className="num muted">{plan}</span>
  </>
)
