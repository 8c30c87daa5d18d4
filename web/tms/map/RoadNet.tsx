import type { Text } from '@lading/contract/kernel/text.ts'
import { type RoadProfile, roadCoverage, roadNet, roadPairs, roadProfiles } from '@lading/contract/tms/roadNet.ts'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { hashOf, place } from '../../client/location.ts'
import { sayNow, useText } from '../../client/text.ts'
import { callOf, type Row, type Seen } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { grouped } from '../../ui/numbers.ts'
import { RoadPairs } from './RoadPairs.tsx'
import './road.css'

const back: Text = ['恢复自动', 'Use the estimate']
async function giveBack({ id, version, way }: Row): Promise<void> {
  const title: Text = ['[{way}]恢复为自动估算吗？', 'Use the estimate for [{way}]?']
  const isSure = await ask({ title, args: { way: String(way) }, ok: back })
  if (isSure === undefined) return
  try {
    await call(callOf<Seen, null>(roadNet, 'remove'), { id, version })
    notify('good', sayNow(['已恢复自动：{way}', 'Estimated again: {way}'], { way: String(way) }))
  } catch (error) {
    report(error)
  }
  await changed(roadNet)
}

/** 路网: what is known of ways, and how well; from a site all its ways, each to be corrected. */
export function RoadNet() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="roads">
      <SheetList
        of={roadNet}
        rowActions={(row, standard) =>
          standard.map((a) => (a.key === 'remove' ? { ...a, title: back, run: () => void giveBack(row) } : a))
        }
        tools={() => <Button onClick={() => setOpen(true)}>{t(roadPairs.title)}</Button>}
        above={() => <Coverage />}
        none={[
          ['没有实测路段', 'No way is known yet'],
          [
            '全部路程按直线距离估算；可手工修正、新增或导入',
            'All ways are estimated; correct, add or import what you know',
          ],
        ]}
      />
      {isOpen && <RoadPairs onClose={() => setOpen(false)} />}
    </div>
  )
}

/** How much of the network is known, and which sites are on no map. */
function Coverage() {
  const t = useText()
  const [profile, setProfile] = useState<RoadProfile>('TRUCK_SMALL')
  const { data } = useCall(roadCoverage, { profile })
  const options = Object.entries(roadProfiles).map(([value, title]) => ({
    value: value as RoadProfile,
    label: t(title),
  }))
  return (
    <div className="road-coverage card" role="status">
      <Segmented
        size="small"
        options={options}
        value={profile}
        onChange={setProfile}
        aria-label={t(roadNet.fields.profile.title)}
      />
      {data && (
        <>
          <span>
            {t(
              [
                '站点间路程 {pairs} 对，实测 {known} 对（{share}%），其余实时估算',
                'Pairs of sites: {pairs}, known: {known} ({share}%); the rest is estimated when asked',
              ],
              {
                pairs: grouped(String(data.pairs)),
                known: grouped(String(data.known)),
                share: data.pairs === 0 ? 0 : ((100 * data.known) / data.pairs).toFixed(2),
              },
            )}
          </span>
          {data.unlocated > 0 && (
            <a href={hashOf(place('tms', 'clientStoreList', { isLocated: 'false' }))}>
              {t(['{n}个站点未定位', 'Sites without a position: {n}'], { n: data.unlocated })}
            </a>
          )}
        </>
      )}
    </div>
  )
}
