import { offlineMin, truckWatch } from '@lading/contract/tms/watch.ts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { serverTime } from '../../client/serverTime.ts'
import { useText } from '../../client/text.ts'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { words as usual } from '../../kernel/words.ts'
import { Page } from '../../ui/Page.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { type Seen, type Standing, standingOf } from './standing.ts'
import { TripPanel } from './TripPanel.tsx'
import { TruckList } from './TruckList.tsx'
import { useTrucks } from './useTrucks.ts'
import { WatchMap } from './WatchMap.tsx'
import { words } from './words.ts'
import './watch.css'

/** 车辆在途监控: a map on which trucks drive, who asks for somebody, and one trip in full. */
export function TruckWatch() {
  const t = useText()
  const read = useTrucks()
  const [chosen, choose] = useState<string>()
  const [only, show] = useState<Standing>()
  const [isWall, setWall] = useState(false)
  const [played, setPlayed] = useState<Seen['at'] | null>(null)
  const { data } = read
  const trucks = useMemo(
    (): readonly Seen[] =>
      (data?.trucks ?? []).map((k) => ({
        ...k,
        standing: standingOf(k, data?.offlineMin ?? offlineMin, serverTime.now().getTime()),
      })),
    // Whatever came, it is judged by the clock of now: each answer says when it was asked.
    [data],
  )
  if (!data)
    return (
      <Page title={t(truckWatch.title)}>
        {read.error ? <NotRead of={read} /> : <SkeletonRows label={t(usual.loading)} />}
      </Page>
    )
  const shown = only ? trucks.filter((k) => k.standing === only) : trucks
  const own = trucks.find((k) => k.truckId === chosen)
  const wall = (
    <Button aria-pressed={isWall} onClick={() => setWall(!isWall)}>
      {t(isWall ? words.panels : words.wall)}
    </Button>
  )
  return (
    <Page title={t(truckWatch.title)} actions={wall} fill>
      <NotFresh of={read} />
      {trucks.length === 0 ? (
        <Empty title={t(words.none)}>{t(words.noneWhy)}</Empty>
      ) : (
        <div className="watch" data-wall={isWall || undefined} data-trip={(own?.trip && !isWall) || undefined}>
          {!isWall && <TruckList all={trucks} {...{ shown, chosen, choose, only, show }} />}
          <WatchMap trucks={shown} {...{ chosen, choose }} tripId={own?.trip?.id} played={played} />
          {own?.trip && !isWall && <TripPanel key={own.trip.id} of={own} tripId={own.trip.id} onPlay={setPlayed} />}
        </div>
      )}
    </Page>
  )
}
