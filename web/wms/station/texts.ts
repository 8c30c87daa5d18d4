import type { Text } from '@lading/contract/kernel/text.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import type { Step } from './steps.ts'

/** What the worker is told to do. */
export const asks: Readonly<Record<Step, Text>> = {
  bin: ['去货位，扫描货位条码', 'Go to the bin and scan it'],
  goods: ['扫描商品条码', 'Scan the product'],
  dates: ['输入日期', 'Enter the date'],
  attrs: ['填写批次属性', 'Enter the lot attributes'],
  qty: ['确认数量', 'Confirm the quantity'],
  target: ['送到货位，扫描货位条码', 'Take it to the bin and scan the bin'],
  container: ['扫描要装车的容器', 'Scan a container to load'],
}
/** Where a type says it otherwise. */
const own: Partial<Record<TaskType, Partial<Record<Step, Text>>>> = {
  SOW: { bin: ['放到播种位，扫描播种位条码', 'Put it to the position and scan it'] },
  ABOLISH_TRUCK: {
    container: ['扫描要卸下的容器', 'Scan a container to take off'],
    bin: ['送到集货位，扫描货位条码', 'Take it to its staging bin and scan the bin'],
  },
  CONTAINER_MERGE: { container: ['扫描要倒出的容器', 'Scan the container that gives'] },
  STORE_COLLECT_CHECK: { container: ['扫描集货位上的容器', 'Scan each container at the staging bin'] },
  PICK_COLLECT: {
    container: ['扫描要集货的容器', 'Scan a container to stage'],
    bin: ['送到集货位，扫描货位条码', 'Take it to its staging bin and scan the bin'],
  },
}
export const askOf = (step: Step, type: TaskType): Text => own[type]?.[step] ?? asks[step]
export const nextText: Text = ['领取下一任务', 'Take the next task']
