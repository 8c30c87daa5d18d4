import type { OptionDef, Options } from '../kernel/optionDef.ts'
import { depositModes } from './rti.ts'

export const options = {
  wms_sign_days: {
    group: 'wms',
    type: 'INT',
    title: ['发运后多少天视为已签收', 'Days until a shipment counts as signed for'],
    description: [
      '门店没有签收回单时，到期后发运单自动视为已签收。',
      'Without a receipt of the store a shipment counts as signed for after so long.',
    ],
    initial: '7',
    level: 'ORG',
    least: 1,
    most: 365,
  },
  wms_rti_deposit_mode: {
    group: 'wms',
    type: 'STRING',
    title: [
      '容器押金收取方式（DESPATCH发出时、OVERDUE逾期、NONE不收）',
      'When container deposits are charged (DESPATCH, OVERDUE or NONE)',
    ],
    description: [
      '未单独约定的门店、供应商、承运商按此收取；可在容器押金中按户约定。',
      'Holds for all who have no terms of their own; those are set with a container deposit of the kind Terms.',
    ],
    initial: 'DESPATCH',
    level: 'ORG',
    choices: Object.keys(depositModes),
  },
  wms_rti_due_days: {
    group: 'wms',
    type: 'INT',
    title: ['容器归还期限（天）', 'Days until a container is due back'],
    description: [
      '超过后计为逾期，并按约定收取押金。',
      'Later it is overdue, and its deposit is charged where that is agreed.',
    ],
    initial: '14',
    level: 'ORG',
    least: 1,
    most: 365,
  },
  wms_rti_allow_negative: {
    group: 'wms',
    type: 'BOOL',
    title: ['允许归还多于账面的容器', 'More containers may come back than the account says'],
    description: [
      '允许后门店等账户可为负数，用于收回他人容器。',
      'Accounts of stores and others may fall below zero, as when they return what is not theirs.',
    ],
    initial: 'false',
    level: 'ORG',
  },
  wms_adjust_limit: {
    group: 'wms',
    type: 'INT',
    title: [
      '库存增减审核金额上限（0为不限；超过须有放行权限）',
      'Limit for approving stock adjustments (0: none; above it the override permission is needed)',
    ],
    description: [
      '按商品单价计算，没有单价的商品不计；超过上限须由有放行权限的人审核。',
      'By the unit prices of products; goods without one count nothing.',
    ],
    initial: '0',
    level: 'ORG',
  },
  wms_cycle_count_daily_bins: {
    group: 'wms',
    type: 'INT',
    title: ['每日循环盘点货位数（0为不自动盘点）', 'Bins of the daily cycle count (0: none)'],
    description: ['每日自动为最该盘点的货位生成盘点任务。', 'Each day the bins that are the most due get a count.'],
    initial: '0',
    level: 'ORG',
    least: 0,
    most: 2000,
  },
  wms_min_max_replenish: {
    group: 'wms',
    type: 'BOOL',
    title: ['按最高最低自动补货', 'Replenish pick faces by minimum and maximum'],
    description: [
      '拣货位低于最低量时，自动补货到最高量。',
      'A pick face below its minimum is filled up to its maximum.',
    ],
    initial: 'false',
    level: 'ORG',
  },
  wms_scale_manual: {
    group: 'wms',
    type: 'BOOL',
    title: ['允许手工输入重量（否则只能从电子秤读取）', 'Weights may be typed (otherwise they come from scales only)'],
    description: [
      '称重商品收货、拣货、复核时是否可以手工填写。',
      'Whether weights of catch-weight goods may be typed at receiving, picking and checking.',
    ],
    initial: 'true',
    level: 'ORG',
  },
  wms_label_reprint_reason: {
    group: 'wms',
    type: 'BOOL',
    title: ['补打标签须填写原因', 'Ask for a reason when labels are reprinted'],
    description: ['补打次数和原因记入打印日志。', 'How often and why is kept in the print log.'],
    initial: 'true',
    level: 'ORG',
  },
  wms_bin_code_separator: {
    group: 'wms',
    type: 'STRING',
    title: ['批量生成货位编码的分隔符（none为不分隔）', 'Separator in generated bin codes (none: no separator)'],
    description: [
      '如 A-01-02-03；只影响之后生成的编码。',
      'As in A-01-02-03; only codes generated later are concerned.',
    ],
    initial: '-',
    level: 'ORG',
    choices: ['-', '.', '_', '/', 'none'],
  },
  wms_need_preview: {
    group: 'wms',
    type: 'BOOL',
    title: ['送货车辆须预约', 'Deliveries need an appointment'],
    description: [
      '未预约的送货车辆须经主管确认后才能叫号入场。',
      'A delivery without one is called to a dock only when a supervisor has admitted it.',
    ],
    initial: 'false',
    level: 'ORG',
  },
  wms_no_show_grace_min: {
    group: 'wms',
    type: 'INT',
    title: ['预约时段结束多少分钟后计爽约', 'Minutes after the slot until an appointment is a no-show'],
    description: ['到时未到的预约自动释放时段。', 'Whoever has not come by then loses the slot.'],
    initial: '60',
    level: 'ORG',
    least: 0,
    most: 1440,
  },
  wms_preview_cut_hours: {
    group: 'wms',
    type: 'INT',
    title: ['预约截止提前小时数', 'Hours before the slot until which it may be asked for'],
    description: [
      '供应商须至少提前这么久申请；之后取消计爽约。',
      'Suppliers ask at least so long before; who cancels later counts as a no-show.',
    ],
    initial: '2',
    level: 'ORG',
    least: 0,
    most: 168,
  },
} as const satisfies Record<string, OptionDef>

export const wmsOptions: Options = { groups: { wms: ['仓储', 'Warehouse'] }, defs: options }
