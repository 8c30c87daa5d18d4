import { entity } from '../kernel/entity.ts'
import { code, flag, int, json, ref, text } from '../kernel/field.ts'
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
  STOCK_ADJUST_REASON: {
    COUNT: ['盘点差异', 'Count difference'],
    DAMAGED: ['破损', 'Damaged'],
    EXPIRED: ['过期', 'Expired'],
    FOUND: ['找到', 'Found'],
    OTHER: ['其他', 'Other'],
  },
  RETURN_REASON: {
    DAMAGED: ['到货破损', 'Arrived damaged'],
    EXPIRING: ['临期', 'Near expiry'],
    SURPLUS: ['滞销', 'Surplus'],
    WRONG: ['错发', 'Wrong goods'],
    RECALL: ['召回', 'Recall'],
    OTHER: ['其他', 'Other'],
  },
  QUALITY_GRADE: {
    A: ['优等品', 'Grade A'],
    B: ['一等品', 'Grade B'],
    C: ['合格品', 'Grade C'],
    REJECT: ['不合格', 'Rejected'],
  },
  QC_ITEM: {
    APPEARANCE: ['外观', 'Appearance'],
    DATE: ['日期', 'Dates'],
    TEMPERATURE: ['温度', 'Temperature'],
    DOCUMENT: ['证件', 'Documents'],
    WEIGHT: ['重量', 'Weight'],
  },
  UNIT: {
    EA: ['个', 'Piece'],
    BOX: ['盒', 'Box'],
    BAG: ['袋', 'Bag'],
    BOTTLE: ['瓶', 'Bottle'],
    CASE: ['箱', 'Case'],
    KG: ['千克', 'Kilogram'],
  },
  VEHICLE_CLASS: {
    VAN: ['面包车', 'Van'],
    LIGHT: ['轻型货车', 'Light truck'],
    MEDIUM: ['中型货车', 'Medium truck'],
    HEAVY: ['重型货车', 'Heavy truck'],
    REEFER: ['冷藏车', 'Refrigerated truck'],
  },
} as const satisfies Record<string, Record<string, Text>>

/** What the product's own dictionaries are called. */
export const dictionaryTitles: Readonly<Record<keyof typeof dictionaries, Text>> = {
  WORK_POSITION: ['岗位', 'Positions'],
  SHORT_REASON: ['缺货原因', 'Short pick reasons'],
  LOCK_REASON: ['锁定原因', 'Bin lock reasons'],
  REPRINT_REASON: ['补打原因', 'Reprint reasons'],
  STOCK_ADJUST_REASON: ['库存调整原因', 'Stock adjustment reasons'],
  RETURN_REASON: ['退货原因', 'Return reasons'],
  QUALITY_GRADE: ['质量等级', 'Quality grades'],
  QC_ITEM: ['检验项', 'Inspection checks'],
  UNIT: ['计量单位', 'Units'],
  VEHICLE_CLASS: ['车辆类别', 'Vehicle classes'],
}

const entryFields = {
  typeCode: code(['类型', 'Type'], { required: true, max: 48, frozen: true }),
  queryKey: code(['键', 'Key'], { required: true, max: 32, frozen: true }),
  infoValue: text(['中文', 'Chinese'], { required: true }),
  infoValueEn: text(['英文', 'English'], { required: true }),
  sort: int(['顺序', 'Order'], { required: true, initial: 0 }),
  color: text(['颜色', 'Colour'], { max: 16 }),
  disabled: flag(['停用', 'Disabled']),
}

/** What one organisation has otherwise than those above it, of dictionaries that may differ there. */
export const dicOrgInfo = entity('sys', 'dicOrgInfo', {
  title: ['组织字典项', "An organisation's entry"],
  scope: 'tenant',
  fields: { orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true }), ...entryFields },
  unique: [['orgId', 'typeCode', 'queryKey']],
  actions: [],
})

/** 数据字典: one entry that a tenant has made or changed. */
export const dicInfo = entity('sys', 'dicInfo', {
  title: ['数据字典', 'Dictionary'],
  module: 'dic_info',
  scope: 'tenant',
  fields: entryFields,
  unique: [['typeCode', 'queryKey']],
  label: { code: 'typeCode', name: 'infoValue' },
  actions: ['update', 'import', 'export'],
  details: {
    keys: text(['键', 'Keys']),
    entries: json(['字典项', 'Entries']),
    title: text(['名称', 'Name']),
    orgId: ref(['组织', 'Organisation'], 'sys.org'),
    isOrgLevel: flag(['各组织可不同', 'May differ by organisation']),
  },
  verbs: {
    updateInfoByType: ['修改字典项', 'Change entries'],
    saveType: ['修改字典', 'Change the dictionary'],
    removeType: ['删除字典', 'Delete the dictionary'],
  },
  found: false,
})

/** Whose version says whether a list of entries is still as somebody read it. */
export const dicType = entity('sys', 'dicType', {
  title: ['字典类型', 'Kind of dictionary'],
  scope: 'tenant',
  fields: {
    code: code(['类型', 'Type'], { required: true, max: 48 }),
    /** Of a tenant's own; the product's are called as it calls them. */
    title: text(['名称', 'Name']),
    titleEn: text(['英文名称', 'English name']),
    isOrgLevel: flag(['各组织可不同', 'May differ by organisation']),
  },
  unique: [['code']],
  actions: [],
})
