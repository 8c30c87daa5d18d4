import { autoRule, matchOrders, orderFilter } from '@lading/contract/wms/autoRule.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { makeWave } from '@lading/contract/wms/waveCalls.ts'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { go } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { dayAndTime } from '../../client/time.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import { getRow, type Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useAct } from '../../platform/ActDialog.tsx'
import { ActProblem } from '../../platform/ActProblem.tsx'
import { TryOut } from '../../platform/ruleTable/TryOut.tsx'
import './auto.css'

type Found = z.output<typeof matchOrders.output>
type Order = Found['rows'][number]

/**
 * 按条件选单: which orders that wait become a wave. A filter is typed, or taken from a rule; what it finds is looked at, what
 * shall not go along is left out.
 */
export function ChooseOrders({ of, onClose }: { of?: Row; onClose: () => void }) {
  const t = useText()
  const [rule, setRule] = useState(of)
  const template = autoRule.title
  return (
    <TryOut
      key={rule?.id ?? ''}
      call={matchOrders}
      verb={['查找单据', 'Find orders']}
      facts={orderFilter}
      of={rule}
      input={(given) => given as z.input<typeof matchOrders.input>}
      lead={
        <div className="auto-template">
          <span>{t(template)}</span>
          <RefSelect
            to={autoRule.key}
            title={t(template)}
            value={rule?.id}
            label={rule && { code: String(rule.code), name: String(rule.name) }}
            onChange={(id) => void (id === null ? setRule(undefined) : getRow(autoRule, id).then(setRule))}
          />
        </div>
      }
      onClose={onClose}
    >
      {(found) => <Found found={found} rule={rule} onClose={onClose} />}
    </TryOut>
  )
}

function Found({ found, rule, onClose }: { found: Found; rule: Row | undefined; onClose: () => void }) {
  const t = useText()
  const act = useAct(waveBill.header, makeWave, onClose)
  const { selection, chosen } = useChoice<Order>()
  // All of them are meant until somebody says otherwise.
  useEffect(() => {
    selection.clear()
    selection.tick(found.rows, true)
  }, [selection, found])
  const due = Number(rule?.dueMin ?? 0)
  const make = () =>
    act.run(
      {
        rows: chosen.map(({ id, version }) => ({ id, version })),
        ...(rule && { title: String(rule.name), ration: rule.ration as 'INTURN' }),
        ...(due > 0 && { dueAt: new Date(Date.now() + due * 60_000).toISOString() }),
      },
      (made) => {
        const to = detailOf(waveBill.header.key, made.id)
        if (to) go(to)
        return t(['已生成波次{no}', 'Wave {no} made'], { no: made.billNo })
      },
    )
  return (
    <>
      <p>
        {t(
          [
            '符合条件{n}单；按上限取{m}单，{s}家门店，{l}行',
            '{n} meet the filter; within its limits: {m} orders, {s} stores, {l} lines',
          ],
          {
            n: found.waiting,
            m: found.rows.length,
            s: found.stores,
            l: found.lines,
          },
        )}
      </p>
      <ActProblem of={act.problem} />
      <ReadTable<Order>
        label={t(matchOrders.title)}
        rows={found.rows}
        columns={columns}
        selection={selection}
        height={420}
        none={['没有符合条件的待配货单据', 'No order that waits for allocation meets the filter']}
      />
      <div className="try-run">
        <Button type="primary" loading={act.isBusy} disabled={chosen.length === 0} onClick={() => void make()}>
          {t(['生成波次（{n}单）', 'Make a wave of {n}'], { n: chosen.length })}
        </Button>
      </div>
    </>
  )
}

const columns: readonly ReadColumn<Order>[] = [
  { name: 'billNo', title: ['单号', 'No.'], width: 140, said: (o) => o.billNo },
  { name: 'store', title: ['门店', 'Store'], width: 190, said: (o) => `${o.store.code} ${o.store.name}`, wraps: true },
  { name: 'route', title: ['线路', 'Route'], width: 64, said: (o) => o.route ?? '' },
  {
    name: 'deadlineAt',
    title: ['截止', 'Deadline'],
    width: 110,
    said: (o) => (o.deadlineAt === null ? '' : dayAndTime(o.deadlineAt)),
  },
  { name: 'lines', title: ['行数', 'Lines'], width: 60, isFigure: true, said: (o) => String(o.lines) },
  { name: 'cases', title: ['件数', 'Cases'], width: 110, isFigure: true, said: (o) => o.cases },
]
