import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { PrintForm } from '@lading/contract/sys/printForm.ts'
import { place } from '@lading/contract/sys/printLayout.ts'

const facts: readonly (readonly [name: string, title: Text, sample: string])[] = [
  ['driver', ['司机', 'Driver'], '张师傅 13800000000'],
  ['carrier', ['承运商', 'Carrier'], '自有车队'],
  ['route', ['线路', 'Route'], '浦西一线'],
  ['dock', ['月台', 'Dock'], 'D01'],
  ['sealNo', ['封签号', 'Seal'], 'F0001'],
  ['odometerKm', ['发车里程km', 'Odometer km'], '51200'],
  ['planDepartAt', ['计划发车', 'Planned departure'], '2026-11-25 09:00'],
  ['despatchedAt', ['发运时间', 'Despatched at'], '2026-11-25 09:12'],
]
const signed: Text = [
  '仓库放行：____________  门卫：____________  离场时间：____________',
  'Released by: ____________  Gate: ____________  Left at: ____________',
]

/** 放行条: shown at the gate. */
export const passForm: PrintForm = {
  kind: 'GATE_PASS',
  title: ['车辆放行条', 'Gate pass'],
  fields: [
    { name: 'no', title: ['单号', 'Number'], sample: 'ZC26112500001' },
    { name: 'orgName', title: ['物流中心', 'Logistics centre'], sample: '华东物流中心' },
    { name: 'vehicleNo', title: ['车牌号', 'Vehicle'], sample: '沪A12345' },
    ...facts.map(([name, title, sample]) => ({ name, title, sample })),
  ],
  columns: [
    { name: 'type', title: ['容器类型', 'Container type'], sample: '周转箱' },
    { name: 'returnable', title: ['回收', 'Return'], sample: '需回收' },
    { name: 'count', title: ['数量', 'Number'], sample: '12' },
  ],
  layout: (language) => {
    const word = (text: Text): string => say(text, language)
    return {
      width: 210,
      height: 297,
      marks: [
        place.text(word(['车辆放行条', 'Gate pass']), [10, 8, 100, 12], 24),
        place.text('{orgName}', [10, 21, 100, 7], 11),
        place.code128('{no}', [120, 9, 80, 14]),
        place.text('{no}', [120, 24, 80, 6], 11, { align: 'center' }),
        place.rule(10, 34, 190),
        place.text(word(['车牌号', 'Vehicle']), [10, 38, 60, 5], 9),
        place.text('{vehicleNo}', [10, 43, 140, 18], 40),
        place.qrcode('{no}', [165, 40, 34]),
        ...facts.flatMap(([name, title], i) => {
          const [x, y] = [10 + (i % 2) * 75, 66 + Math.floor(i / 2) * 14]
          return [place.text(word(title), [x, y, 70, 5], 9), place.text(`{${name}}`, [x, y + 4, 72, 8], 14)]
        }),
        place.rule(10, 125, 190),
        place.text(word(['随车容器', 'Containers on board']), [10, 128, 100, 7], 12),
        place.text(word(signed), [10, 6, 190, 7], 11, { after: true }),
        place.text('{printedAt}  {printedBy}', [10, 285, 120, 5], 8),
      ],
      table: {
        x: 10,
        top: 138,
        bottom: 270,
        rowHeight: 8,
        size: 11,
        columns: [
          { field: 'type', title: word(['容器类型', 'Container type']), width: 90, align: 'left' },
          { field: 'returnable', title: word(['回收', 'Return']), width: 50, align: 'left' },
          { field: 'count', title: word(['数量', 'Number']), width: 50, align: 'right' },
        ],
      },
    }
  },
}
