import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../../client/client.ts'
import { usePlace } from '../../client/tabStore.ts'
import { type InputProps, inputs } from '../../kernel/field/inputs.tsx'

const restMs = 300
const leastLetters = 2

/** A name or number that two users must not share: told while it is typed. */
function Checked({ what, ...p }: InputProps & { what: 'username' | 'mobile' }) {
  const { id } = usePlace().query
  const typed = useDeferredValue(String(p.value ?? '').trim())
  const { data } = useQuery({
    // Not the user's own key: what was just saved is not free, and that is no news.
    queryKey: ['free', what, typed, id],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, restMs))
      if (signal.aborted) return undefined
      return call(userCalls.checkUser, { [what]: typed, ...(id && { excludeId: id }) }, { signal })
    },
    enabled: typed.length >= leastLetters && !p.isDisabled,
    retry: false,
  })
  const taken = typed.length >= leastLetters && data?.available === false ? data.message : undefined
  return (
    <>
      <inputs.text {...p} isInvalid={p.isInvalid || taken !== undefined} />
      {taken && (
        <div className="problem" role="status">
          {taken}
        </div>
      )}
    </>
  )
}
export const Username = (p: InputProps) => <Checked {...p} what="username" />
export const Mobile = (p: InputProps) => <Checked {...p} what="mobile" />
