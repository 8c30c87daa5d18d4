import type { Text } from '@lading/contract/kernel/text.ts'
import { waveBill, waveSteps } from '@lading/contract/wms/waveBill.ts'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'

const atStart: Readonly<Record<string, Text>> = waveSteps

/** What is to be done with a wave now. */
export function WaveNext({ bill }: { bill: Row }) {
  const t = useText()
  const count = (name: string) => Number(bill[name] ?? 0)
  const says = (text: Text, args?: Record<string, unknown>) => <NextHint>{t(text, args)}</NextHint>
  switch (String(bill.state)) {
    case 'SAVED':
      return count('orders') === 0
        ? says(['加入待配货的出库作业单', 'Add outbound orders that wait for allocation.'])
        : says(['试算核对缺货与补货，然后启动', 'Simulate to see shortages and replenishment, then start.'])
    case 'STARTING':
      return says(['正在启动：{step}', 'Starting: {step}'], {
        step: atStart[String(bill.step)] ?? waveBill.flow.states.STARTING,
      })
    case 'STARTEXCEPTION':
      return says(
        [
          '启动停在「{step}」：{problem}。处理后继续启动，或回滚',
          'The start stopped at "{step}": {problem}. Resume once settled, or roll back.',
        ],
        { step: atStart[String(bill.step)] ?? '', problem: bill.problem ?? '' },
      )
    case 'STARTED':
    case 'INPROGRESS':
      return <NextWork bill={bill} />
    default:
      return null
  }
}

function NextWork({ bill }: { bill: Row }) {
  const t = useText()
  const open = (name: string): number => Number(bill[name] ?? 0)
  const [rpl, picks, sorts, stages] = [open('replenishing'), open('picking'), open('sorting'), open('staging')]
  const link = (entry: string, text: Text, filter: Record<string, string>) => (
    <a href={hashOf(place('wms', entry, filter))}>{t(text)}</a>
  )
  return (
    <NextHint>
      {rpl > 0 && (
        <>
          {t(['{n}个补货任务未完成：', 'Replenishments open: {n}.'], { n: rpl })}{' '}
          {link('replenishTaskList', ['补货任务', 'Replenishment tasks'], { billNo: String(bill.billNo) })}{' '}
        </>
      )}
      {picks > 0 && (
        <>
          {t(['{n}个拣货任务未完成：', 'Pick tasks open: {n}.'], { n: picks })}{' '}
          {link('operateBillList', ['波次单据', 'Orders of the wave'], { waveId: bill.id })}{' '}
        </>
      )}
      {sorts > 0 && (
        <>
          {t(['{n}个播种任务未完成：', 'Sorting tasks open: {n}.'], { n: sorts })}{' '}
          {link('sowingList', ['播种任务', 'Sorting tasks'], { billNo: String(bill.billNo) })}{' '}
        </>
      )}
      {stages > 0 && (
        <>
          {t(['{n}个集货任务未完成：', 'Staging tasks open: {n}.'], { n: stages })}{' '}
          {link('pickCollectTaskList', ['集货任务', 'Staging tasks'], { state: 'READY' })}{' '}
        </>
      )}
      {rpl + picks + sorts + stages === 0 &&
        t(['拣货已完成：处理缺货，为门店装车发运', 'Picking is complete: settle what is short, load and despatch.'])}
    </NextHint>
  )
}
