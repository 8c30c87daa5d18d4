import type { Text } from '@lading/contract/kernel/text.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { Button } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { rowsOf } from '../../kernel/detail/rowsOf.ts'
import type { Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'
import { billSteps, useFlowActions } from '../../platform/bill/useFlowActions.ts'
import { NextLine, useOpenTasks } from '../task/NextLine.tsx'
import { restOf } from './rest.ts'

/** What is to be done with an outbound order now. */
export function OperateNext({ bill }: { bill: Row }) {
  const picks = useOpenTasks('PICK', bill)
  const state = String(bill.state)
  if (state === 'SAVED') return <NextLine bill={bill} text={['核对明细后审核', 'Check the lines, then approve.']} />
  if (state === 'APPROVED')
    return (
      <NextLine bill={bill} text={['分配库存，生成拣货任务', 'Allocate to reserve stock and create the pick tasks.']} />
    )
  if (state !== 'INPROGRESS' || picks === undefined) return null
  if (picks > 0)
    return (
      <NextLine
        bill={bill}
        n={picks}
        tasks={{ type: 'PICK', entry: 'pickTaskList' }}
        text={['{n}个拣货任务待完成', 'Open pick tasks: {n}.']}
      />
    )
  if (bill.inBatches) return <NextBatches bill={bill} />
  return <NextStaged bill={bill} />
}

/** What is picked for many stores at once, or waits to be sorted, shows on its wave. */
function NextBatches({ bill }: { bill: Row }) {
  const t = useText()
  const wave = typeof bill.waveId === 'string' ? detailOf('wms.waveBill', bill.waveId) : undefined
  return (
    <NextHint>
      {t(['{n}个批拣或播种任务待完成', 'Open batch picks and sorting tasks: {n}.'], { n: Number(bill.inBatches) })}{' '}
      {wave && <a href={hashOf(wave)}>{bill.refs.waveId?.code ?? t(['波次', 'Wave'])}</a>}
    </NextHint>
  )
}

/** After the picking: what is picked goes on a truck; what is short is allocated again or given up, or it stays open. */
function NextStaged({ bill }: { bill: Row }) {
  const t = useText()
  const rest = restOf(bill, rowsOf(bill, 'lines'))
  return (
    <>
      {(rest.toShip || !rest.isShort) && (
        <NextHint>
          {t(['拣货已完成：为该门店装车发运', 'Picking is complete: load and despatch to the store.'])}{' '}
          <a href={hashOf(place('wms', 'shipBillList', { storeId: String(bill.storeId) }))}>
            {t(['装车单', 'Shipments'])}
          </a>
        </NextHint>
      )}
      {rest.isShort && <NextShort bill={bill} short={rest.short} text={shortText(rest)} />}
    </>
  )
}

const shortText = ({ toShip, hasSent }: { toShip: boolean; hasSent: boolean }): Text => {
  if (toShip || !hasSent)
    return ['缺货{what}，到货后再次分配，或放弃缺货', 'Short{what}: allocate again when stock arrives, or close short.']
  return [
    '已分配的均已发运，仍缺货{what}，到货后再次分配，或放弃缺货以完成本单',
    'Everything allocated is shipped. Still short{what}: allocate again when stock arrives, or close short to finish the order.',
  ]
}

function NextShort({ bill, short, text }: { bill: Row; short: readonly Row[]; text: Text }) {
  const t = useText()
  const steps = useFlowActions(operateBill, billSteps(operateBill)).actionsOf(bill)
  const names = short.slice(0, 3).map((line) => line.refs.productId?.name ?? line.refs.productId?.code ?? '')
  const some = names.join(t(['、', ', '])) + (short.length > names.length ? ' …' : '')
  return (
    <NextHint>
      {t(text, { what: some && t(['：{some}', ' ({some})'], { some }) })}{' '}
      {steps
        .filter(({ key, refused }) => (key === 'allocate' || key === 'giveUpShort') && refused === undefined)
        .map(({ key, title, run }) => (
          <Button key={key} type="link" size="small" onClick={run}>
            {t(title)}
          </Button>
        ))}
    </NextHint>
  )
}
