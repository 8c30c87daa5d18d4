import type { OptionDef, Options } from '../kernel/optionDef.ts'

export const options = {
  mdm_pack_by_request: {
    group: 'mdm',
    type: 'BOOL',
    title: ['规格只能经变更申请修改', 'Packs change by request only'],
    description: [
      '开启后，已有商品的规格含量、条码、尺寸和重量只能提交变更申请，由另一人审核后生效。',
      'Contents, barcodes, sizes and weights of packs are then changed by requests that a second person approves.',
    ],
    initial: 'false',
    level: 'TENANT',
  },
} as const satisfies Record<string, OptionDef>

export const mdmOptions: Options = { groups: { mdm: ['主数据', 'Master data'] }, defs: options }
