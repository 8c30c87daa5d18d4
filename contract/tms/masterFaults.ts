import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why a master of transport may not be changed. */
export const tmsFaults = {
  typeInUse: refusal(42300, '车型下存在启用车辆', 'Enabled trucks are of this type'),
  selfCrossing: refusal(42301, '区域边界自相交', 'The boundary crosses itself'),
  regionCircle: refusal(42302, '上级区域不能是自己或自己的下级', 'A region cannot lie below itself'),
  adopted: refusal(42303, '系统车型[{code}]已引用', 'System type [{code}] has been adopted already'),
} as const satisfies Record<string, Refusal>
