import { Button } from 'antd'
import { asRefused, isPermission } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import { Failed } from '../ui/states.tsx'
import { words } from './words.ts'

/** A question to the server, as its hook tells of it. */
export interface Reading {
  readonly error: unknown
  readonly isFetching: boolean
  refetch(): unknown
}

/** In the place of what could not be read: why, by which trace id, and another try. What is not allowed stays so. */
export function NotRead({ of }: { of: Reading }) {
  const t = useText()
  const refused = asRefused(of.error)
  return (
    <Failed title={refused.message} traceId={refused.traceId && t(words.traceId, { id: refused.traceId })}>
      {!isPermission(refused) && (
        <Button loading={of.isFetching} onClick={() => void of.refetch()}>
          {t(words.retry)}
        </Button>
      )}
    </Failed>
  )
}
