import { imageTypes } from '@lading/contract/sys/file.ts'
import { type ExpenseType, expenseAmount, expenseTypes, needsPhoto } from '@lading/contract/tms/driverExpense.ts'
import { feeStates } from '@lading/contract/tms/feeBill.ts'
import { feeTypes } from '@lading/contract/tms/feeTerms.ts'
import type { RoadTrip } from '@lading/contract/tms/tripCalls.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../client/text.ts'
import { photoWorth, shrink } from '../../platform/file/shrink.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import { type Claimed, waits } from './apply.ts'
import type { Claim } from './useTrips.ts'

interface Props {
  readonly trip: RoadTrip
  readonly claimed: readonly Claimed[]
  readonly claim: (what: Claim, photo: File | undefined, title: string) => Promise<boolean>
}

/** 报销: what was claimed for a trip, and one more: of what kind, how much, and the receipt. */
export function ExpenseScreen({ trip, claimed, claim }: Props) {
  const [type, setType] = useState<ExpenseType>()
  return type ? (
    <ExpenseForm
      type={type}
      claimed={claimed}
      onCancel={() => setType(undefined)}
      onClaim={async (what, photo, title) => {
        if (await claim({ ...what, tripId: trip.id, feeType: type }, photo, title)) setType(undefined)
      }}
    />
  ) : (
    <Overview claimed={claimed} onChoose={setType} />
  )
}

const tones: Readonly<Record<string, string>> = { CONFIRMED: 'good', SETTLED: 'good', VOID: 'bad', [waits]: 'warn' }

function Overview({ claimed, onChoose }: { claimed: readonly Claimed[]; onChoose: (type: ExpenseType) => void }) {
  const t = useText()
  const states = { ...feeStates, [waits]: ['待发送', 'Not sent yet'] } as const
  return (
    <>
      <div className="driver-reasons">
        {expenseTypes.map((one) => (
          <Big key={one} onClick={() => onChoose(one)}>
            {t(feeTypes[one])}
          </Big>
        ))}
      </div>
      {claimed.length === 0 && (
        <p className="muted">{t(['本趟还没有报销。', 'Nothing has been claimed for this trip.'])}</p>
      )}
      <ul className="station-cards">
        {claimed.map((c) => (
          <li key={c.uid} className="station-card">
            <span className="station-card-head">
              <b>
                {t(feeTypes[c.feeType as ExpenseType] ?? ['', ''])}{' '}
                <span className="num">{Math.abs(Number(c.amount)).toFixed(2)}</span>
              </b>
              <span className={`status tone-${tones[c.state] ?? 'busy'}`}>
                {t(states[c.state as keyof typeof states] ?? ['', ''])}
              </span>
            </span>
            {c.note && <span>{c.note}</span>}
            {c.reason && <span>{c.reason}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

const likeIt = (claimed: readonly Claimed[], type: ExpenseType, amount: string): Claimed | undefined =>
  claimed.find((c) => c.feeType === type && c.state !== 'VOID' && Math.abs(Number(c.amount)) === Number(amount))

interface FormProps {
  readonly type: ExpenseType
  readonly claimed: readonly Claimed[]
  readonly onClaim: (
    what: Pick<Claim, 'amount' | 'note' | 'again'>,
    photo: File | undefined,
    title: string,
  ) => Promise<void>
  readonly onCancel: () => void
}
function ExpenseForm({ type, claimed, onClaim, onCancel }: FormProps) {
  const t = useText()
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [photo, setPhoto] = useState<File>()
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<string>()
  const said = amount.trim()
  const like = likeIt(claimed, type, said)
  // Of one just like it he says first that it is another.
  const isAsked = like !== undefined && asked === said
  const isComplete = expenseAmount.test(said) && (photo !== undefined || !needsPhoto(type))
  const send = async () => {
    if (like && !isAsked) return setAsked(said)
    setBusy(true)
    const word = note.trim()
    const more = { ...(word && { note: word }), ...(like && { again: 'yes' as const }) }
    await onClaim({ amount: said, ...more }, photo, `${t(feeTypes[type])} ${said}`)
    setBusy(false)
  }
  return (
    <>
      <b>{t(feeTypes[type])}</b>
      <input
        className="station-input num"
        inputMode="decimal"
        value={amount}
        maxLength={9}
        placeholder={t(['金额（元）', 'Amount, yuan'])}
        aria-label={t(['金额', 'Amount'])}
        onChange={(e) => setAmount(e.target.value)}
      />
      {like && isAsked && (
        <p className="problem" role="alert">
          {t(
            [
              '本趟已有相同金额的报销{no}，是另一张票据吗？',
              'The same has been claimed already{no}. Is this another receipt?',
            ],
            {
              no: like.billNo && ` ${like.billNo}`,
            },
          )}
        </p>
      )}
      <input
        className="station-input"
        value={note}
        maxLength={200}
        placeholder={t(['说明（可不填）', 'Note (optional)'])}
        aria-label={t(['说明', 'Note'])}
        onChange={(e) => setNote(e.target.value)}
      />
      <Receipt photo={photo} onPhoto={setPhoto} isNeeded={needsPhoto(type)} />
      <div className="station-row">
        <Big onClick={onCancel}>{t(['返回', 'Back'])}</Big>
        <Big main disabled={isBusy || !isComplete} onClick={() => void send()}>
          {t(
            isAsked
              ? ['是另一张，提交', 'Another: claim it']
              : type === 'ADVANCE'
                ? ['申请', 'Ask for it']
                : ['提交', 'Claim'],
          )}
        </Big>
      </div>
    </>
  )
}

interface ReceiptProps {
  readonly photo: File | undefined
  readonly isNeeded: boolean
  readonly onPhoto: (photo: File) => void
}
/** The camera of the phone, and what it took. */
function Receipt({ photo, isNeeded, onPhoto }: ReceiptProps) {
  const t = useText()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!photo) return
    const own = URL.createObjectURL(photo)
    setUrl(own)
    return () => URL.revokeObjectURL(own)
  }, [photo])
  return (
    <>
      <label className="big driver-photo">
        {t(
          photo
            ? ['重拍票据', 'Take it again']
            : isNeeded
              ? ['拍摄票据', 'Photo of the receipt']
              : ['拍照（可不拍）', 'Photo (optional)'],
        )}
        <input
          className="sr-only"
          type="file"
          accept={Object.values(imageTypes).join(',')}
          capture="environment"
          onChange={(e) => {
            const [file] = e.target.files ?? []
            if (file) void shrink(file, photoWorth).then(onPhoto)
          }}
        />
      </label>
      {photo && url && <img className="driver-receipt" src={url} alt={t(['票据', 'Receipt'])} />}
    </>
  )
}
