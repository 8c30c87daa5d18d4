import { lazy, Suspense, useEffect } from 'react'
import { areas } from './areas.ts'
import { useIsAsked } from './client/called.ts'
import { sayRefusals } from './client/errors.ts'
import { parseHash } from './client/location.ts'
import { startLock } from './client/lockStore.ts'
import { useSession } from './client/session.ts'
import { registerTouches } from './kernel/concerns.ts'
import { Refusal } from './kernel/Refusal.tsx'
import { entitiesWatched, offerOnly, registerEntities } from './kernel/registry.ts'
import { along, known } from './known.ts'
import { offers, pages } from './pages.ts'
import { startNews } from './platform/news.ts'
import { followBuilds } from './platform/station/offline.ts'
import { sendingStore } from './platform/station/sendingStore.ts'
import { Frame } from './shell/Frame.tsx'
import { preloadPage, registerPages } from './shell/pageOf.tsx'
import { Theme } from './shell/Theme.tsx'
import { personalPage } from './sys/account/page.ts'
import { Boundary } from './ui/Boundary.tsx'

registerPages(pages, personalPage)
registerEntities(known)
sayRefusals((refused) => <Refusal message={refused.message} about={refused.about} />)
registerTouches(along)
for (const [key, where] of Object.entries(offers)) offerOnly(key, where)
startLock()
/** What somebody may look at may change under his eyes. */
const topics = [...new Set([...entitiesWatched(), ...Object.keys(along)])]

/** Where most people come out. */
const usualLanding = '/app-wms/dashboardCurrent'
/** Fetches the page to which a log-in will lead, before it has. @param path of the page that was left, if any */
export async function preload(path = usualLanding): Promise<void> {
  const route = parseHash(`#${path}`)
  if (route.kind === 'page') await preloadPage(route)
}

/** What handhelds could not send before a reload is sent now, or when the network is back. Where nothing waits, nothing is fetched. */
async function sendConfirms(): Promise<void> {
  const store = await sendingStore()
  if (await store.isEmpty()) return
  const { confirms } = await import('./wms/station/confirms.ts')
  confirms.start()
  const { events } = await import('./tms/driver/events.ts')
  events.start()
}
const startSending = (): void =>
  void sendConfirms().catch(() => window.addEventListener('online', startSending, { once: true }))

const beside = areas.flatMap((area) => {
  const load = area.beside
  return load ? [lazy(async () => ({ default: await load() }))] : []
})
/** What does not come is missed by nobody who has his page. */
function Beside() {
  const { isAsked } = useIsAsked()
  if (!isAsked) return null
  return (
    <Boundary lost={() => null}>
      <Suspense fallback={null}>
        {beside.map((One, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: there are always the same
          <One key={i} />
        ))}
      </Suspense>
    </Boundary>
  )
}

const SetUpFirst = lazy(async () => ({ default: (await import('./sys/account/SetUpFirst.tsx')).SetUpFirst }))

/** The frame with the product's pages; not for who has to set up his second factor first, of whom all else would be refused. */
export function Workspace() {
  const mustSetUp = useSession((s) => s.user?.mustSetUpSecondFactor === true)
  if (!mustSetUp) return <Open />
  return (
    <Theme>
      <SetUpFirst />
    </Theme>
  )
}

function Open() {
  useEffect(startSending, [])
  useEffect(() => void followBuilds().catch(() => undefined), [])
  useEffect(() => startNews(topics), [])
  return (
    <Frame>
      <Beside />
    </Frame>
  )
}
