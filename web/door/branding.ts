import { type Branding, defaultBranding, openCalls } from '@lading/contract/sys/open.ts'
import { useEffect, useState } from 'react'
import { call } from '../client/client.ts'
import { readStored } from '../client/stored.ts'

/** Somebody who types a tenant's code does not ask for each of its letters. */
const pauseMs = 300

/** What this computer knows of a tenant from the last log-in, so that the page does not change under one's eyes. */
function remembered(tenant: string): Branding {
  const known = readStored().logins?.find((l) => l.tenant === tenant)
  if (!known) return { tenant, ...defaultBranding }
  const { companyName, loginBackgroundUrl, loginLogoUrl, color = null } = known
  return { tenant, ...defaultBranding, companyName, loginBackgroundUrl, loginLogoUrl, color }
}

/** How the log-in page looks for the tenant that is typed; for one that nobody knows like the product itself. */
export function useBranding(typed: string): Branding {
  const tenant = typed.trim().toLowerCase()
  const [shown, setShown] = useState(() => remembered(tenant))
  useEffect(() => {
    if (tenant === '') return setShown(remembered(''))
    const gone = new AbortController()
    const timer = setTimeout(() => {
      call(openCalls.loginUrl, { tenant }, { tenant, signal: gone.signal })
        .then(setShown)
        // Without an answer it looks as it did last time, not like the tenant before; the log-in will say what is wrong.
        .catch(() => gone.signal.aborted || setShown(remembered(tenant)))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [tenant])
  return shown
}
