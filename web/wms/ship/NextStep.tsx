import type { Text } from '@lading/contract/kernel/text.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useQuery } from '@tanstack/react-query'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { getRow, type Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'

/** What is to be done with a shipment now, where no page of it says so by itself. */
export function ShipNext({ bill, isElsewhere = false }: { bill: Row; isElsewhere?: boolean }) {
  const t = useText()
  const may = useMay()
  const [staged, open] = [Number(bill.staged ?? 0), Number(bill.toLoad ?? 0)]
  const text = nextOf(String(bill.state), staged, open)
  if (!text) return null
  const load = viewOf('ENTER_TRUCK')
  const to = isElsewhere ? detailOf(shipBill.header.key, bill.id) : undefined
  const isLoading = !isElsewhere && bill.state === 'INPROGRESS' && open > 0 && may(load, 'view')
  return (
    <NextHint>
      {t(text, { n: open, staged })} {to && <a href={hashOf(to)}>{String(bill.billNo)}</a>}
      {isLoading && (
        <a href={hashOf(place('wms', 'enterTruckTaskList', { billNo: String(bill.billNo) }))}>{t(load.title)}</a>
      )}
    </NextHint>
  )
}

function nextOf(state: string, staged: number, open: number): Text | undefined {
  if (state === 'SAVED')
    return staged > 0
      ? [
          '{staged}个容器待装：核对站点与车辆，然后审核',
          'Containers staged: {staged}. Check stops and truck, then approve',
        ]
      : [
          '站点门店还没有待装容器：可先审核，拣货完成后再装车',
          'No containers are ready to load yet: approve now, load when the goods are picked',
        ]
  if (state === 'APPROVED')
    return staged > 0
      ? [
          '车辆靠台后点“开始装车”，生成装车任务',
          'When the truck is at the dock, press Start loading to create the load task',
        ]
      : [
          '等待拣货：站点门店有待装容器后才能开始装车',
          'Waiting for picking: loading can start once containers are ready for the stores',
        ]
  if (state === 'INPROGRESS') {
    if (open > 0)
      return ['还有{n}个容器未装：扫描装车，或留仓', 'Containers not loaded: {n}. Scan to load, or leave them behind']
    if (staged > 0)
      return [
        '另有{staged}个容器待装未列入：加入待装，或留仓',
        'Ready but not on the shipment: {staged}. Add them, or leave them behind',
      ]
    return ['全部已装：点“装车完成”', 'Everything is loaded: press Loading done']
  }
  if (state === 'LOADED')
    return ['打印放行条，登记封签与里程后发运', 'Print the gate pass, enter seal and odometer, then despatch']
  if (state === 'DESPATCHED')
    return ['打印门店送货单随车，等待签收', 'Print the delivery notes to go with the truck, and wait for signatures']
  return undefined
}

/** The same beside a task of loading or despatching, which is only a part of it. */
export function ShipTaskNext({ task }: { task: Row }) {
  const id = typeof task.billId === 'string' ? task.billId : ''
  const isShip = useMay()(shipBill.header, 'view') && id !== '' && task.billKey === shipBill.header.key
  const bill = useQuery({
    queryKey: [shipBill.header.key, 'one', id],
    queryFn: ({ signal }) => getRow(shipBill.header, id, signal),
    enabled: isShip,
  })
  return bill.data && task.state !== 'CANCELED' ? <ShipNext bill={bill.data} isElsewhere /> : null
}
