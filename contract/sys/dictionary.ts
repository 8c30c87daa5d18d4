import { entity } from '../kernel/entity.ts'
import { code, flag, int, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'

/** Entries that every tenant begins with; a tenant's own rows of the same key take their place. */
export const dictionaries = {
  WORK_POSITION: {
    MANAGER: ['仓库经理', 'Warehouse manager'],
    RECEIVER: ['收货员', 'Receiver'],
    PUTAWAY: ['上架员', 'Put-away clerk'],
    PICKER: ['拣货员', 'Picker'],
    SHIPPER: ['装车发运员', 'Loader'],
    COUNTER: ['盘点员', 'Stock counter'],
    DRIVER: ['司机', 'Driver'],
    CLERK: ['文员', 'Clerk'],
  },
  SHORT_REASON: {
    DAMAGED: ['商品破损', 'Damaged'],
    MISSING: ['货位缺货', 'Not in bin'],
    EXPIRED: ['效期不符', 'Wrong dates'],
    WRONG: ['商品不符', 'Wrong product'],
    OTHER: ['其他', 'Other'],
  },
  LOCK_REASON: {
    REPAIR: ['货架维修', 'Rack repair'],
    COUNT: ['盘点', 'Counting'],
    SAFETY: ['安全隐患', 'Safety'],
    OTHER: ['其他', 'Other'],
  },
  REPRINT_REASON: {
    DAMAGED: ['标签损坏', 'Label damaged'],
    LOST: ['标签丢失', 'Label lost'],
    JAM: ['打印机故障', 'Printer fault'],
    OTHER: ['其他', 'Other'],
  },
} as const satisfies Record<string, Record<string, Text>>

/** 数据字典: one entry that a tenant has made or changed. */
export const dicInfo = entity('sys', 'dicInfo', {
  title: ['数据字典', 'Dictionary'],
  module: 'dic_info',
  scope: 'tenant',
  fields: {
    typeCode: code(['类型', 'Type'], { required: true, max: 48, frozen: true }),
    queryKey: code(['键', 'Key'], { required: true, max: 32, frozen: true }),
    infoValue: text(['中文', 'Chinese'], { required: true }),
    infoValueEn: text(['英文', 'English'], { required: true }),
    sort: int(['顺序', 'Order'], { required: true, initial: 0 }),
    color: text(['颜色', 'Colour'], { max: 16 }),
    disabled: flag(['停用', 'Disabled']),
  },
  unique: [['typeCode', 'queryKey']],
  actions: ['update', 'import'],
  verbs: { updateInfoByType: ['修改字典项', 'Change entries'] },
})

/** Whose version says whether a list of entries is still as somebody read it. */
export const dicType = entity('sys', 'dicType', {
  title: ['字典类型', 'Kind of dictionary'],
  scope: 'tenant',
  fields: { code: code(['类型', 'Type'], { required: true, max: 48 }) },
  unique: [['code']],
  actions: [],
})
