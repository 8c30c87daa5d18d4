import { code } from '@lading/contract/kernel/field.ts'
import { taskConfig, taskRules, triedMost, tryTaskRules } from '@lading/contract/wms/taskConfig.ts'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
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

function OfWave({ picks }: { picks: Picks }) {
  const t = useText()
  return (
    <section>
      <h3>{t(['波次拣货', 'Picks of the wave'])}</h3>
      <table className="try-picks">
        <thead>
          <tr>
            {[
              t(['单据', 'Order']),
              t(['门店', 'Store']),
              t(['拣货分区', 'Pick area']),
              t(['规则', 'Rule']),
              t(['结果', 'Result']),
            ].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {picks.map((p) => (
            <tr key={`${p.billNo} ${p.area}`}>
              <td className="num">{p.billNo}</td>
              <td>{p.store}</td>
              <td>{p.area ?? '–'}</td>
              <td className="num">{p.no ?? t(['无', 'none'])}</td>
              <td>{p.got.join(t(['；', '; ']))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {picks.length === triedMost && (
        <p className="muted">{t(['只列出前{n}条', 'Showing the first {n}'], { n: triedMost })}</p>
      )}
    </section>
  )
}
