import type { Text } from '@lading/contract/kernel/text.ts'

const samples: Readonly<Record<string, string>> = {
  序: '1',
  行: '1',
  站: '1',
  货位: 'A-01-02-1',
  目标货位: 'B-03-01-2',
  来源: 'RCV-01',
  商品: '00242',
  名称: '来丁矿泉水 550ml',
  规格: '1×24',
  '效期/批号': '2027-03-31',
  件数: '3+2',
  数量: '74 瓶',
  应收数量: '240 瓶',
  订单数量: '74',
  发货数量: '74 瓶',
  门店: 'S001 南京西路旗舰店',
  容器: 'TT000123',
  货主: '来丁自营',
  行数: '12',
  来源单号: 'CK26112500001',
}
/** What stands under a title where nobody has a document at hand. */
export const sampleOf = (title: Text): string => samples[title[0]] ?? ''
