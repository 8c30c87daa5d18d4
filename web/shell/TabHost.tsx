import { options } from '@lading/contract/sys/optionDefs.ts'
import { Button } from 'antd'
import { Activity, memo, Suspense, useState } from 'react'
import { asRefused } from '../client/errors.ts'
import { useFrameOptions } from '../client/frameOptions.ts'
import type { Place } from '../client/location.ts'
import { TabKeyProvider, useTabs } from '../client/tabStore.ts'
import { liveKeys, type Tab } from '../client/tabs.ts'
import { useText } from '../client/text.ts'
import { useAfterPaint } from '../kernel/useAfterPaint.ts'
import { words } from '../kernel/words.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Failed, SkeletonRows } from '../ui/states.tsx'
import { NoPage } from './NoPage.tsx'
import { pageOf } from './pageOf.tsx'
import { refresh } from './refresh.ts'

/**
 * Every open tab is an `<Activity>`: hidden ones keep state, input and scroll position but run no effects. A page is
 * built when its tab is first looked at; each has its own boundary for errors and for waiting.
 */
export function TabHost() {
  const tabs = useTabs()
  const live = liveKeys(tabs, Number(useFrameOptions().ui_max_tabs ?? options.ui_max_tabs.initial))
  return tabs.list
    .filter((tab) => live.has(tab.key))
    .map((tab) => <Slot key={`${tab.key} ${tab.round}`} tab={tab} isShown={tab.key === tabs.active} />)
}

interface SlotProps {
  readonly tab: Tab
  readonly isShown: boolean
}
/** A tab for whose page there is room again, since another one was closed, waits like a new one until it is looked at. */
const Slot = memo((p: SlotProps) => {
  const [isBuilt, setBuilt] = useState(p.isShown)
  if (p.isShown && !isBuilt) setBuilt(true)
  return isBuilt && <Kept {...p} />
})

function Kept({ tab, isShown }: SlotProps) {
  const t = useText()
  // A kept page is seen at once, as it was left; its effects, and those of the page that goes, follow.
  const wasShown = useAfterPaint(isShown)
  // Another language is spoken than when it was left: then it wakes before it is seen.
  const [spoken, setSpoken] = useState(() => t)
  if (wasShown && spoken !== t) setSpoken(() => t)
  const isAwake = wasShown || (isShown && spoken !== t)
  return (
    <div ref={keepBoxes} className={isShown ? 'tab-slot' : 'tab-slot tab-kept'}>
      <Activity mode={isAwake ? 'visible' : 'hidden'}>
        <div className="tab-panel" role="tabpanel" aria-label={t(tab.title)}>
          <TabKeyProvider value={tab.key}>
            <Boundary lost={(error) => <Broken error={error} tabKey={tab.key} />}>
              <TabPage place={tab.place} />
            </Boundary>
          </TabKeyProvider>
        </div>
      </Activity>
    </div>
  )
}

/**
 * React hides a page by `display: none`, again with each render of it; the browser then drops its boxes, and lays all of
 * them out anew when it is shown. The slot hides it as well (`.tab-kept`) and lets them be kept.
 */
function keepBoxes(slot: HTMLDivElement): () => void {
  const page = slot.firstElementChild
  const watch = new MutationObserver(() => {
    if (page instanceof HTMLElement && page.style.display) page.style.removeProperty('display')
  })
  if (page) watch.observe(page, { attributeFilter: ['style'] })
  return () => watch.disconnect()
}

/** Rendered again only when its own place changes: what looks at another tab must not cost a render of all of them. */
const TabPage = memo(({ place }: { place: Place }) => {
  const t = useText()
  const Page = pageOf(place)
  if (!Page) return <NoPage />
  return (
    <Suspense fallback={<SkeletonRows label={t(words.loading)} />}>
      <Page />
    </Suspense>
  )
})

/** What breaks in one tab stays in it. */
function Broken({ error, tabKey }: { error: unknown; tabKey: string }) {
  const t = useText()
  const { message, traceId } = asRefused(error)
  return (
    <Failed title={message} traceId={traceId && t(words.traceId, { id: traceId })}>
      <Button onClick={() => void refresh(tabKey)}>{t(['刷新本页', 'Reload this page'])}</Button>
    </Failed>
  )
}
