import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of loading and despatching: 42700 to 42719, and 42420. */
export const shipFaults = {
  notOver: refusal(42700, '未超载：{w}kg≤{max}kg，无需放行', 'Not overloaded ({w} kg of {max} kg): no permit needed'),
  light: refusal(42704, '未超载，无需放行', 'Not overloaded: no permit needed'),
  nothingStaged: refusal(42705, '站点门店没有可装车的容器', 'No containers are ready to load for these stores'),
  noLimit: refusal(42701, '装车单未填写限重', 'The shipment has no weight limit'),
  notStaged: refusal(42702, '所选门店没有待装容器', 'No containers are ready to load for these stores'),
  ofTrip: refusal(
    42420,
    '装车单【{no}】由运输派车单生成，请由运输中心撤回派车单',
    'Shipment [{no}] goes with a trip: the transport centre has to withdraw that',
  ),
  notLeft: refusal(42703, '容器[{c}]不在待装清单中', 'Container [{c}] is not waiting to be loaded'),
} as const satisfies Record<string, Refusal>
