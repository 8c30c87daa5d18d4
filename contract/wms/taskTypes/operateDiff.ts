import { choice, code, computed, money } from '../../kernel/field.ts'
import { diffSides, diffVerdicts, liableParties } from '../diffTerms.ts'
import { taskType, typeOmits } from '../taskType.ts'

/** 差异处理: the verdict on a line of a discrepancy is carried out. */
export const operateDiff = taskType({
  title: ['差异处理', 'Settle discrepancy'],
  prefix: 'CC',
  module: 'reverse.operateDiff',
  noun: 'operateDiffTask',
  page: ['差异处理任务', 'Discrepancy task'],
  entry: 'operateDiffTaskList',
  fields: {
    diffSide: computed(choice(['差异', 'Difference'], diffSides)),
    verdict: computed(choice(['判定', 'Verdict'], diffVerdicts, { filter: true })),
    liable: computed(choice(['责任方', 'Liable'], liableParties, { filter: true })),
    charge: computed(money(['扣款金额', 'Charge'])),
    followNo: computed(code(['后续单据', 'Follow-up'])),
  },
  list: [
    'taskNo',
    'state',
    'verdict',
    'liable',
    'diffSide',
    'goods',
    'planQty',
    'charge',
    'followNo',
    'billNo',
    'storeId',
    'assigneeId',
    'priority',
    'finishedAt',
    'ownerId',
  ],
  omits: [...typeOmits, 'mode', 'vendorId', 'pickAreaId', 'zone'],
  at: 'from',
  whole: true,
  noUndo: true,
  reasons: { OTHER: ['无法处理', 'Cannot be carried out'] },
})
