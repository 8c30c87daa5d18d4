import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { PrintForm } from '@lading/contract/sys/printForm.ts'
import { place } from '@lading/contract/sys/printLayout.ts'

const centred = { align: 'center' } as const

/** What is to come into a container has so many lines on its label. */
export const contentFields = ['goods1', 'goods2', 'goods3', 'goods4'] as const

/** 100 × 150 mm: what stands on a pallet, tote or cage. */
export const containerForm: PrintForm = {
  kind: 'CONTAINER_LABEL',
  title: ['容器标签', 'Container label'],
  fields: [
    { name: 'orgName', title: ['物流中心', 'Logistics centre'], sample: '华东物流中心' },
    { name: 'code', title: ['容器号', 'Container'], sample: 'TT000123' },
    { name: 'typeName', title: ['容器类型', 'Container type'], sample: '周转箱' },
    { name: 'category', title: ['类别', 'Category'], sample: '料箱' },
    { name: 'storeCode', title: ['门店编号', 'Store code'], sample: 'S001' },
    { name: 'storeName', title: ['门店', 'Store'], sample: '南京西路旗舰店' },
    { name: 'route', title: ['线路', 'Route'], sample: 'R01' },
    { name: 'nth', title: ['第几个容器', 'Container of task'], sample: '1/3' },
    { name: 'taskNo', title: ['任务号', 'Task'], sample: 'JH26112500001' },
    ...contentFields.map((name, i) => ({
      name,
      title: [`装箱明细第${i + 1}行`, `Contents, line ${i + 1}`] as const,
      sample: ['P-01-02 00242 来丁矿泉水 550ml 48瓶 (2)', 'P-01-04 00317 来丁气泡水 330ml 24罐 (1)', '', ''][i] ?? '',
    })),
  ],
  columns: [],
  layout: () => ({
    width: 100,
    height: 150,
    table: null,
    marks: [
      place.text('{orgName}', [5, 4, 60, 8], 12),
      place.text('{route}', [65, 4, 30, 8], 14, { align: 'right' }),
      place.rule(5, 13, 90),
      place.text('{storeCode}', [5, 16, 90, 16], 36, centred),
      place.text('{storeName}', [5, 33, 90, 12], 18, centred),
      place.rule(5, 47, 90),
      place.code128('{code}', [10, 50, 80, 22]),
      place.text('{code}', [5, 73, 90, 12], 26, centred),
      place.rule(5, 87, 90),
      ...contentFields.map((name, i) => place.text(`{${name}}`, [5, 89 + 5 * i, 90, 5], 9)),
      place.rule(5, 111, 90),
      place.qrcode('{code}', [8, 114, 32]),
      place.text('{typeName}', [50, 113, 45, 9], 14),
      place.text('{category}', [50, 122, 45, 7], 11),
      place.text('{nth}', [50, 129, 45, 10], 24),
      place.text('{taskNo}', [50, 139, 45, 5], 9),
      place.text('{printedAt}', [50, 144, 45, 5], 8),
    ],
  }),
}

/** 100 × 50 mm. */
export const binForm: PrintForm = {
  kind: 'BIN_LABEL',
  title: ['货位标签', 'Bin label'],
  fields: [
    { name: 'code', title: ['货位', 'Bin'], sample: 'A-01-02-1' },
    { name: 'areaName', title: ['库区', 'Area'], sample: '常温拣货区' },
    { name: 'usage', title: ['用途', 'Usage'], sample: '拣货位' },
    { name: 'checkDigit', title: ['校验码', 'Check digits'], sample: '37' },
  ],
  columns: [],
  layout: () => ({
    width: 100,
    height: 50,
    table: null,
    marks: [
      place.text('{code}', [4, 3, 92, 15], 32, centred),
      place.code128('{code}', [12, 20, 76, 18]),
      place.text('{areaName}', [4, 40, 40, 7], 10),
      place.text('{usage}', [45, 40, 25, 7], 10, centred),
      place.text('{checkDigit}', [72, 39, 24, 9], 16, { align: 'right' }),
    ],
  }),
}

const goodsForm = (kind: string, title: Text, sample: string): PrintForm => ({
  kind,
  title,
  fields: [
    { name: 'code', title: ['商品编码', 'Product'], sample: '00242' },
    { name: 'name', title: ['商品名称', 'Name'], sample: '来丁矿泉水 550ml' },
    { name: 'spec', title: ['规格', 'Pack'], sample: '1×24' },
    { name: 'unit', title: ['单位', 'Unit'], sample: '瓶' },
    { name: 'barcode', title: ['条码', 'Barcode'], sample },
  ],
  columns: [],
  layout: () => ({
    width: 100,
    height: 50,
    table: null,
    marks: [
      place.text('{name}', [4, 3, 92, 10], 16),
      place.code128('{barcode}', [12, 15, 76, 16]),
      place.text('{barcode}', [4, 32, 92, 7], 14, centred),
      place.text('{code}', [4, 41, 40, 6], 10),
      place.text('{spec} {unit}', [46, 41, 50, 6], 10, { align: 'right' }),
    ],
  }),
})
export const productForm = goodsForm('PRODUCT_LABEL', ['商品条码', 'Product label'], '6901234567892')
export const caseForm = goodsForm('CASE_LABEL', ['箱条码', 'Case label'], '16901234567899')

const lotFacts: readonly (readonly [name: string, title: Text, y: number, size: number, sample: string])[] = [
  ['expireDate', ['到期日期', 'Expiry date'], 45, 22, '2027-03-31'],
  ['productionDate', ['生产日期', 'Production date'], 54, 14, '2026-10-01'],
  ['batch', ['生产批号', 'Batch no.'], 63, 14, 'B261001'],
  ['qty', ['数量', 'Quantity'], 72, 18, '240 瓶 (10)'],
  ['pack', ['规格', 'Pack'], 81, 14, '1×24'],
  ['container', ['容器', 'Container'], 90, 14, 'TP000017'],
  ['vendor', ['供应商', 'Vendor'], 99, 11, '来丁饮品有限公司'],
  ['billNo', ['来源单号', 'Order'], 108, 11, 'DH26112500001'],
]

/** 100 × 150 mm: product, dates and quantity in letters that are read from a truck. */
export const lotForm: PrintForm = {
  kind: 'LOT_LABEL',
  title: ['批次标签', 'Lot label'],
  fields: [
    { name: 'orgName', title: ['物流中心', 'Logistics centre'], sample: '华东物流中心' },
    { name: 'at', title: ['收货时间', 'Received at'], sample: '2026-11-25 08:00' },
    { name: 'code', title: ['商品编码', 'Product'], sample: '00242' },
    { name: 'name', title: ['商品名称', 'Name'], sample: '来丁矿泉水 550ml' },
    ...lotFacts.map(([name, title, , , sample]) => ({ name, title, sample })),
    { name: 'lotNo', title: ['批次号', 'Lot'], sample: 'L26112500001' },
  ],
  columns: [],
  layout: (language) => ({
    width: 100,
    height: 150,
    table: null,
    marks: [
      place.text('{orgName}', [5, 4, 60, 7], 11),
      place.text('{at}', [60, 4, 35, 7], 10, { align: 'right' }),
      place.rule(5, 12, 90),
      place.text('{code}', [5, 14, 90, 13], 28, centred),
      place.text('{name}', [5, 28, 90, 11], 18, centred),
      place.rule(5, 41, 90),
      ...lotFacts.flatMap(([name, title, y, size]) => [
        place.text(say(title, language), [5, y, 22, 7], 10),
        place.text(`{${name}}`, [28, y - 1, 67, 9], size),
      ]),
      place.rule(5, 117, 90),
      place.code128('{lotNo}', [6, 120, 60, 16]),
      place.text('{lotNo}', [6, 138, 60, 8], 13, centred),
      place.qrcode('{lotNo}', [70, 120, 26]),
    ],
  }),
}
