import { decimal, int } from '@lading/contract/kernel/field.ts'
import {
  correctLeg,
  type RoadProfile,
  roadNet,
  roadPairs,
  roadProfiles,
  roadSources,
} from '@lading/contract/tms/roadNet.ts'
import { Button, Checkbox, Segmented, Select } from 'antd'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { MapView } from '../../platform/map/MapView.tsx'
import { grouped } from '../../ui/numbers.ts'
import { siteOf, useTown } from './town.ts'

type Pair = z.output<typeof roadPairs.output>[number]

/** All ways from one site, on the map and as rows; each can be corrected. */
export function RoadPairs({ onClose }: { onClose: () => void }) {
  const t = useText()
  const town = useTown()
  const [siteId, setSite] = useState<string>()
  const [profile, setProfile] = useState<RoadProfile>('TRUCK_SMALL')
  const [chosen, setChosen] = useState<Pair>()
  const [isCorrecting, setCorrecting] = useState(false)
  const { can, refused } = useVerbs(roadNet)
  const from = siteId ?? town.rows.find((r) => r.isDepot === true)?.id ?? town.rows[0]?.id
  const pairs = useCall(roadPairs, { siteId: from ?? '0', profile }, { enabled: from !== undefined })
  const here = town.rows.find((r) => r.id === from)
  const rows = useMemo(() => (pairs.data ?? []).map((p) => ({ ...p, id: p.toId })), [pairs.data])
  const [home] = here ? siteOf(here) : []
  const lines = useMemo(
    () =>
      home && chosen
        ? [{ id: chosen.toId, label: chosen.name, points: [home.at, [chosen.lng, chosen.lat] as const] }]
        : [],
    [home, chosen],
  )
  const title = t(roadPairs.title)
  const options = town.rows.map((r) => ({ value: r.id, label: `${String(r.code)} ${String(r.name)}` }))
  const columns = useColumns(
    (row) => setChosen(row),
    can(roadNet, 'update') ? () => setCorrecting(true) : undefined,
    refused,
  )
  return (
    <ActDrawer title={title} onClose={onClose}>
      <div className="road-pairs">
        <div className="road-head">
          <Select
            className="wide"
            aria-label={t(roadNet.fields.fromId.title)}
            showSearch={{ optionFilterProp: 'label' }}
            options={options}
            value={from ?? null}
            onChange={(id) => {
              setSite(id)
              setChosen(undefined)
            }}
          />
          <Segmented
            options={Object.entries(roadProfiles).map(([value, name]) => ({
              value: value as RoadProfile,
              label: t(name),
            }))}
            value={profile}
            onChange={setProfile}
          />
        </div>
        <div className="road-map">
          <MapView
            title={title}
            sites={town.sites}
            lines={lines}
            selected={[...(from ? [from] : []), ...(chosen ? [chosen.toId] : [])]}
            onSelect={(id) => setChosen(rows.find((r) => r.toId === id))}
          />
        </div>
        <ReadTable
          label={title}
          columns={columns}
          rows={rows}
          height={360}
          rowClass={(row) => (row.toId === chosen?.toId ? 'is-chosen' : '')}
          isBusy={pairs.isFetching}
        />
      </div>
      {chosen && isCorrecting && from && (
        <Correct fromId={from} profile={profile} of={chosen} onClose={() => setCorrecting(false)} />
      )}
    </ActDrawer>
  )
}

function useColumns(
  choose: (row: Pair) => void,
  correct: (() => void) | undefined,
  refused: string | undefined,
): readonly ReadColumn<Pair & { id: string }>[] {
  const t = useText()
  return [
    {
      name: 'code',
      title: ['终点', 'To'],
      width: 240,
      said: (r) => `${r.code} ${r.name}`,
      render: (r) => (
        <button type="button" className="linkish" onClick={() => choose(r)}>{`${r.code} ${r.name}`}</button>
      ),
    },
    {
      name: 'distanceM',
      title: ['公里', 'km'],
      width: 90,
      isFigure: true,
      said: (r) => (r.distanceM / 1000).toFixed(1),
    },
    {
      name: 'durationS',
      title: ['分钟', 'Minutes'],
      width: 90,
      isFigure: true,
      said: (r) => grouped(String(Math.round(r.durationS / 60))),
    },
    { name: 'source', title: ['来源', 'Source'], width: 90, said: (r) => t(roadSources[r.source]) },
    ...(correct
      ? [
          {
            name: 'correct',
            title: ['操作', 'Action'] as const,
            width: 90,
            isFilled: () => true,
            render: (r: Pair) => (
              <Button
                size="small"
                disabled={refused !== undefined}
                title={refused}
                onClick={() => {
                  choose(r)
                  correct()
                }}
              >
                {t(correctLeg.title)}
              </Button>
            ),
          },
        ]
      : []),
  ]
}

const asked = {
  km: decimal(['公里', 'km'], { required: true, scale: 3 }),
  min: int(['分钟', 'Minutes'], { required: true }),
}
function Correct({
  fromId,
  profile,
  of,
  onClose,
}: {
  fromId: string
  profile: RoadProfile
  of: Pair
  onClose: () => void
}) {
  const t = useText()
  const [km, setKm] = useState<unknown>((of.distanceM / 1000).toFixed(1))
  const [minutes, setMinutes] = useState<unknown>(Math.round(of.durationS / 60))
  const [both, setBoth] = useState(true)
  const act = useAct(roadNet, correctLeg, onClose)
  const leg = { distanceM: Math.round(Number(km) * 1000), durationS: Math.round(Number(minutes) * 60) }
  const isReady = Number.isFinite(leg.distanceM) && Number.isFinite(leg.durationS)
  const row = { label: undefined, record: {}, problem: undefined, onLeave: () => undefined }
  return (
    <ActDialog
      act={act}
      width={420}
      title={t(['手工修正 {name}', 'Correct the way to {name}'], { name: of.name })}
      okText={t(['保存', 'Save'])}
      isReady={isReady}
      onOk={() => void act.run({ fromId, toId: of.toId, profile, both, ...leg }, () => t(['已修正', 'Corrected']))}
      onClose={onClose}
    >
      <FieldRow {...row} field={asked.km} value={km} onChange={setKm} />
      <FieldRow {...row} field={asked.min} value={minutes} onChange={setMinutes} />
      <Checkbox checked={both} onChange={(e) => setBoth(e.target.checked)}>
        {t(['同时修正返程', 'The way back as well'])}
      </Checkbox>
    </ActDialog>
  )
}
