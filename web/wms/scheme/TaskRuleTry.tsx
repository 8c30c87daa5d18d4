import { code } from '@lading/contract/kernel/field.ts'
import { taskConfig, taskRules, triedMost, tryTaskRules } from '@lading/contract/wms/taskConfig.ts'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Row } from '../../kernel/records.ts'
import { RuleOutcomes } from '../../platform/ruleTable/RuleOutcomes.tsx'
import { TryOut } from '../../platform/ruleTable/TryOut.tsx'

type Picks = z.output<typeof tryTaskRules.output>['picks']

const facts = {
  taskType: taskConfig.fields.taskType,
  ...taskRules.facts,
  waveNo: code(['波次号', 'Wave no.'], {
    hint: ['拣货任务：逐单列出波次会用到的规则', 'Picks: which rule each order of the wave would meet'],
  }),
}

/** Which rule work of given facts would meet, and which one each pick of a wave would. */
export const TaskRuleTry = ({ of, onClose }: { of?: Row | undefined; onClose: () => void }) => (
  <TryOut
    call={tryTaskRules}
    facts={facts}
    of={of && { ...of, refs: {} }}
    // Each fact has been checked by its field.
    input={(given) => given as z.input<typeof tryTaskRules.input>}
    onClose={onClose}
  >
    {({ rows, picks }) => (
      <>
        <RuleOutcomes rows={rows} />
        {picks.length > 0 && <OfWave picks={picks} />}
      </>
    )}
  </TryOut>
)

const columns: readonly ReadColumn<Picks[number]>[] = [
  { name: 'billNo', title: ['单据', 'Order'], width: 150, said: (p) => p.billNo },
  { name: 'store', title: ['门店', 'Store'], width: 160, said: (p) => p.store, wraps: true },
  { name: 'area', title: ['拣货分区', 'Pick area'], width: 110, said: (p) => p.area ?? '–' },
  { name: 'no', title: ['规则', 'Rule'], width: 70, said: (p) => String(p.no ?? '–') },
  { name: 'got', title: ['结果', 'Result'], width: 240, said: (p) => p.got.join(' · '), wraps: true },
]
function OfWave({ picks }: { picks: Picks }) {
  const t = useText()
  const title = t(['波次拣货', 'Picks of the wave'])
  return (
    <section>
      <h3>{title}</h3>
      <ReadTable<Picks[number]>
        label={title}
        rows={picks.map((p) => ({ ...p, id: `${p.billNo} ${p.area}` }))}
        columns={columns}
        height={320}
      />
      {picks.length === triedMost && (
        <p className="muted">{t(['只列出前{n}条', 'Showing the first {n}'], { n: triedMost })}</p>
      )}
    </section>
  )
}
