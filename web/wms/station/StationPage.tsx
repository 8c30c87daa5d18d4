import { queryClient } from '../../client/query.ts'
import { go, setQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { Home } from './Home.tsx'
import { type StationType, stationPlace, workKey } from './place.ts'
import { Work } from './Work.tsx'

/** The handheld station of a type: choose a task, then work on it line by line. */
export function StationPage({ type }: { type: StationType }) {
  const key = useTabKey()
  const id = usePlace().query._station ?? '0'
  const leaveTask = () => {
    queryClient.removeQueries({ queryKey: workKey(id) })
    go(stationPlace(type))
  }
  return id === '0' ? (
    <Home type={type} onOpen={(taskId) => go(stationPlace(type, taskId))} onClose={() => setQuery(key, {})} />
  ) : (
    <Work
      key={id}
      type={type}
      id={id}
      onOpen={(taskId) => {
        queryClient.removeQueries({ queryKey: workKey(id) })
        go(stationPlace(type, taskId))
      }}
      onLeave={leaveTask}
    />
  )
}
