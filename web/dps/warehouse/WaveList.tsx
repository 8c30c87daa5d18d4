import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { lightWave, rankWaves, wavesToLights } from '@lading/contract/dps/waveBill.ts'
import { Form, InputNumber } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { runMany, useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'

const release = (rows: readonly Row[]) =>
  runMany(lightWave, wavesToLights, rows, undefined, ['已下发到电子标签', 'Released to lights'])

/** 波次: how far each is at the rack, how long it takes, and where it waits. */
export function WaveList() {
  const t = useText()
  const { can, refused } = useVerbs(lightWave)
  const whyNot = (row: Row) =>
    Number(row.byHand) > 0
      ? undefined
      : t(Number(row.bookedPct ?? 0) > 0 ? dpsFaults.nothingToLight.text : dpsFaults.notAllocated.text)
  const [ranked, setRanked] = useState<Row>()
  const may = { start: can(lightWave, 'start'), run: can(lightWave, 'run') }
  const isOpen = (row: Row) => row.stage === 'READY' || row.stage === 'RUNNING'
  return (
    <>
      <SheetList
        of={lightWave}
        rowActions={(row, standard) => [
          ...(may.start && (Number(row.byHand) > 0 || row.stage === 'NONE')
            ? [
                {
                  key: 'release',
                  title: wavesToLights.title,
                  refused: refused ?? whyNot(row),
                  run: () => void release([row]),
                },
              ]
            : []),
          ...(may.run && isOpen(row)
            ? [{ key: 'rank', title: rankWaves.title, refused, isAside: true, run: () => setRanked(row) }]
            : []),
          ...standard,
        ]}
        bulkActions={(standard) => [
          ...(may.start && !refused ? [{ key: 'release', title: wavesToLights.title, run: release }] : []),
          ...standard,
        ]}
      />
      {ranked && <Rank wave={ranked} onClose={() => setRanked(undefined)} />}
    </>
  )
}

const usual = 50
/** 优先级: a smaller number comes first. */
function Rank({ wave, onClose }: { wave: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(lightWave, rankWaves, onClose)
  const [priority, setPriority] = useState<number | null>(usual)
  const title = t(rankWaves.title)
  return (
    <ActDialog
      act={act}
      width={360}
      title={`${title} ${String(wave.billNo)}`}
      okText={t(['确定', 'Set'])}
      isReady={priority !== null}
      onOk={() =>
        void act.run({ rows: [{ id: wave.id, version: wave.version }], input: { priority: priority ?? usual } }, () =>
          t(['优先级已设为{priority}', 'Priority set to {priority}'], { priority: priority ?? usual }),
        )
      }
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={title}
          extra={t([
            '数字小的先做，用于该波次全部未完成任务',
            'The smallest number comes first; for all open light tasks of the wave',
          ])}
        >
          <InputNumber aria-label={title} min={0} max={99} precision={0} value={priority} onChange={setPriority} />
        </Form.Item>
      </Form>
    </ActDialog>
  )
}
