import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of staging: 42681 to 42689, of its check: 42407 to 42410. */
export const collectFaults = {
  binOfStore: refusal(42681, '集货位[{bin}]已分配给门店[{s}]', 'Staging bin [{bin}] is assigned to store [{s}]'),
  notCollectBin: refusal(42682, '货位[{bin}]的用途不是集货位', 'The usage of bin [{bin}] is not staging'),
  notOfStore: refusal(42683, '集货位[{bin}]不属于门店[{s}]', 'Staging bin [{bin}] is not for store [{s}]'),
  full: refusal(42684, '集货位[{bin}]已满（{n}个容器）', 'Staging bin [{bin}] is full (containers: {n})'),
  inUse: refusal(42685, '集货位[{bin}]正由门店[{s}]使用', 'Staging bin [{bin}] is in use for store [{s}]'),
  noBin: refusal(42686, '请扫描集货位', 'Scan a staging bin'),
  otherBox: refusal(42688, '扫描的是[{scan}]，应为容器[{c}]', 'You scanned [{scan}]; the container is [{c}]'),
  oneOf: refusal(42687, '同一行不能同时指定门店和线路', 'A row names a store or a route, not both'),
  notOfStoreBox: refusal(42407, '容器[{c}]不属于门店[{s}]', 'Container [{c}] is not for store [{s}]'),
  unchecked: refusal(
    42408,
    '门店[{s}]的集货复核[{no}]未完成，不能装车',
    'Staging check [{no}] of store [{s}] is not done: its containers cannot be loaded yet',
  ),
  notExpected: refusal(
    42409,
    '容器[{c}]是该门店的，但尚未集货',
    'Container [{c}] is for this store, but has not been staged',
  ),
  gone: refusal(42410, '容器[{c}]已不在集货位', 'Container [{c}] does not stand at a staging bin any more'),
} as const
