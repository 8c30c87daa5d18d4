import { Alert, Button } from 'antd'
import { isPermission } from '../client/client.ts'
import { asRefused } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import { shownTime } from '../client/time.ts'
import { Failed } from '../ui/states.tsx'
import { words } from './words.ts'

/** A question to the server, as its hook tells of it. */
export interface Reading {
  readonly error: unknown
  readonly isFetching: boolean
  refetch(): unknown
}

const Again = ({ of }: { of: Reading }) => {
  const t = useText()
  return (
    <Button loading={of.isFetching} onClick={() => void of.refetch()}>
      {t(words.retry)}
    </Button>
  )
}

/** In the place of what could not be read: why, by which trace id, and another try. What is not allowed stays so. */
export function NotRead({ of }: { of: Reading }) {
  const t = useText()
  const refused = asRefused(of.error)
  return (
    <Failed title={refused.message} traceId={refused.traceId && t(words.traceId, { id: refused.traceId })}>
      {!isPermission(refused) && <Again of={of} />}
    </Failed>
  )
}

/** Above what is still shown when reading it again has failed: nobody shall take old figures for new ones. */
export function NotFresh({ of }: { of: Reading & { readonly data: unknown; readonly dataUpdatedAt: number } }) {
  const t = useText()
  if (!of.error || of.data === undefined) return null
  const why = asRefused(of.error).message
  const time = shownTime(new Date(of.dataUpdatedAt).toISOString())
  return (
    <Alert
      className="not-fresh"
      type="warning"
      showIcon
      title={t(['未能刷新：{why}。显示的是{time}的数据。', 'Not refreshed: {why}. This is from {time}.'], {
        why,
        time,
      })}
      action={<Again of={of} />}
    />
  )
}
