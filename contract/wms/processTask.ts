import { document } from '../kernel/document.ts'
import { childRows } from '../kernel/entity.ts'
import { choice, computed, date, decimal, instant, int, qty, ref, rows, text } from '../kernel/field.ts'
import { flow } from '../kernel/flow.ts'
import type { Text } from '../kernel/text.ts'
import { bomKinds } from './bom.ts'

// density: it explodes a recipe, promises its components, judges what really was used, and posts both sides with lots
/** Which way a line's goods go. */
export const processRoles = {
  IN: ['投料', 'Goes in'],
  OUT: ['产出', 'Comes out'],
} as const satisfies Record<string, Text>

/** As the recipe says. */
const fixed = { frozen: true } as const
const amount = { required: true, derived: true, initial: '0' } as const
const line = childRows('wms', 'processLine', 'wms.processTask', {
  title: ['加工明细', 'Processing line'],
  scope: 'org',
  fields: {
    billId: ref(['加工任务', 'Processing task'], 'wms.processTask', { required: true, derived: true }),
    lineNo: int(['行号', 'Line'], { required: true, derived: true }),
    /** Its line of the recipe; none of what the recipe is of. */
    bomLineId: ref(['配方明细', 'Recipe line'], 'wms.bomLine', { ...fixed, loose: true }),
    role: choice(['投料/产出', 'In or out'], processRoles, { required: true, ...fixed }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, ...fixed }),
    qpcId: ref(['规格', 'Pack'], 'mdm.productQpc', fixed),
    planQty: qty(['计划数量', 'Planned'], { required: true, ...fixed }),
    bookedQty: qty(['占用数量', 'Reserved'], amount),
    movedQty: qty(['已领料', 'Moved in'], amount),
    realQty: qty(['实际数量', 'Actual'], { hint: ['不填则按配方', 'By the recipe if blank'] }),
    lossPct: decimal(['实际损耗%', 'Actual loss %'], { derived: true, least: -1_000_000, most: 1_000_000 }),
    note: text(['备注', 'Note'], { max: 200 }),
  },
  unique: [['billId', 'lineNo']],
  list: ['lineNo', 'role', 'productId', 'qpcId', 'planQty', 'bookedQty', 'movedQty', 'realQty', 'lossPct', 'note'],
})

const done = { doneQty: qty(['完成数量', 'Done'], { required: true }) }
/** 加工任务: so much is made by a recipe, or taken apart: its components are promised, brought to the table and used up. */
const made = document('wms', 'processTask', {
  title: ['加工任务', 'Processing task'],
  module: 'process.task',
  prefix: 'JG',
  worksAt: ['DC'],
  flow: flow({
    states: {
      SAVED: ['已保存', 'Saved'],
      APPROVED: ['待领料', 'To supply'],
      INPROGRESS: ['加工中', 'In progress'],
      FINISHED: ['已完成', 'Finished'],
      CANCELED: ['已作废', 'Cancelled'],
    },
    initial: 'SAVED',
    typedIn: ['SAVED', 'INPROGRESS'],
    final: ['FINISHED', 'CANCELED'],
    steps: {
      approve: {
        title: ['审核', 'Approve'],
        from: ['SAVED'],
        to: 'APPROVED',
        verb: 'approve',
        confirm: ['审核后占用全部原料，确认？', 'All components are reserved. Approve?'],
        bulk: true,
        stamp: 'approvedAt',
      },
      supply: {
        title: ['下发领料', 'Supply'],
        from: ['APPROVED'],
        to: 'INPROGRESS',
        verb: 'run',
        bulk: true,
        stamp: 'startedAt',
      },
      more: { title: ['补领料', 'Supply what is missing'], from: ['INPROGRESS'], verb: 'run', early: true },
      finish: {
        title: ['完工', 'Finish'],
        from: ['INPROGRESS'],
        to: 'FINISHED',
        verb: 'finish',
        confirm: [
          '完工后原料扣减、成品入库，余料退回，确认？',
          'Components are used up, products come in, and the rest goes back. Finish?',
        ],
        input: done,
        stamp: 'finishedAt',
      },
      finishOver: {
        title: ['超耗完工', 'Finish beyond the recipe'],
        from: ['INPROGRESS'],
        to: 'FINISHED',
        verb: 'approve',
        input: done,
        reason: true,
        early: true,
        stamp: 'finishedAt',
      },
      cancel: {
        title: ['作废', 'Cancel'],
        from: ['SAVED', 'APPROVED', 'INPROGRESS'],
        to: 'CANCELED',
        verb: 'cancel',
        confirm: [
          '占用释放，已领原料退回，确认作废？',
          'Components are freed, and go back where they were moved in. Cancel?',
        ],
        reason: true,
        danger: true,
        stamp: 'finishedAt',
      },
    },
  }),
  fields: {
    bomId: ref(['加工配方', 'Recipe'], 'wms.bom', { required: true, filter: true, frozen: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true, derived: true, filter: true }),
    kind: choice(['类型', 'Kind'], bomKinds, { required: true, derived: true, filter: true }),
    productId: ref(['商品', 'Product'], 'mdm.product', { required: true, derived: true, filter: true }),
    planQty: qty(['计划数量', 'Planned'], { required: true }),
    doneQty: qty(['完成数量', 'Done'], { derived: true }),
    binId: ref(['加工位', 'Processing bin'], 'wms.bin', { required: true }),
    expectAt: instant(['预计完成', 'Expected at'], { filter: true }),
    expireDate: date(['成品到期日', 'Expiry of the product'], {
      hint: ['不填则按配方', 'By the recipe if blank'],
    }),
    lossPct: decimal(['最大损耗%', 'Largest loss %'], { derived: true, least: -1_000_000, most: 1_000_000 }),
    laborMin: computed(int(['标准工时(分)', 'Standard minutes'])),
    lines: rows(['明细', 'Lines'], line),
  },
  list: [
    ...([
      'billNo',
      'state',
      'bomId',
      'productId',
      'planQty',
      'doneQty',
      'lossPct',
      'kind',
      'binId',
      'ownerId',
    ] as const),
    ...(['expectAt', 'bizDate', 'laborMin', 'approvedAt', 'startedAt', 'finishedAt', 'reason', 'note'] as const),
  ],
  form: ['bomId', 'planQty', 'binId', 'expectAt', 'expireDate', 'bizDate', 'note', 'lines'],
  actions: ['create', 'update', 'approve', 'run', 'finish', 'cancel', 'print', 'export'],
})
export const processTask = { ...made, line: line.entity }
