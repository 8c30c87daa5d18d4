import { useEffect } from 'react'
import { report } from '../../client/errors.ts'
import { queryClient } from '../../client/query.ts'
import { go, setQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { keepOffline } from '../../platform/station/offline.ts'
import { Home } from './Home.tsx'
import { dropWork } from './keptWork.ts'
import { cameFrom, listPlace, type StationType, stationPlace, workKey } from './place.ts'
import { Work } from './Work.tsx'

/** The handheld station of a type: choose a task, then work on it line by line. */
export function StationPage({ type }: { type: StationType }) {
  const key = useTabKey()
  const here = usePlace()
  const id = here.query._station ?? '0'
  useEffect(() => void keepOffline().catch(report), [])
  /** Back to where it was entered from; the tab that is left shows its list again. */
  const leave = () => {
    const to = cameFrom(here) ?? (id === '0' ? listPlace(type) : stationPlace(type))
    // Its own list without filters is what a link to it would leave as it is.
    if (to.path === here.path) return setQuery(key, to.query)
    setQuery(key, {})
    go(to)
  }
  const drop = () => {
    queryClient.removeQueries({ queryKey: workKey(id) })
    dropWork(id)
  }
  const leaveTask = () => {
    drop()
    leave()
  }
  return id === '0' ? (
    <Home type={type} onOpen={(taskId) => go(stationPlace(type, taskId, here))} onClose={leave} />
  ) : (
    <Work
      key={id}
      type={type}
      id={id}
      onOpen={(taskId) => {
        drop()
        go(stationPlace(type, taskId, cameFrom(here)))
      }}
      onLeave={leaveTask}
    />
  )
}
