import { checkDigit } from '@lading/contract/mdm/gs1.ts'

/** One kind of goods in several packs: names in both languages, unit, units per case, shelf life in days. */
interface Kind {
  readonly zh: string
  readonly en: string
  readonly unit: string
  readonly sizes: readonly (readonly [zh: string, en: string, caseOf: number, grams: number])[]
  readonly days?: number
  readonly weigh?: boolean
}
export interface Category {
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly temperature: 'AMBIENT' | 'CHILLED' | 'FROZEN'
  readonly kinds: readonly Kind[]
}

const bottle = [
  ['330ml', '330 ml', 24, 350],
  ['550ml', '550 ml', 24, 570],
  ['1.5L', '1.5 l', 12, 1550],
] as const
const bag = [
  ['70g', '70 g', 48, 75],
  ['135g', '135 g', 24, 145],
  ['300g', '300 g', 12, 320],
] as const
const kind = (zh: string, en: string, unit: string, sizes: Kind['sizes'], days?: number): Kind => ({
  zh,
  en,
  unit,
  sizes,
  ...(days !== undefined && { days }),
})

/** Made-up goods that any supermarket would have. */
export const categories: readonly Category[] = [
  {
    code: '10',
    zh: '饮料',
    en: 'Drinks',
    temperature: 'AMBIENT',
    kinds: [
      kind('饮用天然水', 'Natural water', '瓶', bottle, 365),
      kind('苏打水', 'Soda water', '瓶', bottle, 365),
      kind('乌龙茶', 'Oolong tea', '瓶', bottle, 270),
      kind('茉莉花茶', 'Jasmine tea', '瓶', bottle, 270),
      kind('柠檬红茶', 'Lemon black tea', '瓶', bottle, 270),
      kind('橙汁饮料', 'Orange drink', '瓶', bottle, 270),
      kind('酸梅汤', 'Plum drink', '瓶', bottle, 270),
      kind('椰子水', 'Coconut water', '瓶', bottle, 365),
      kind('运动饮料', 'Sports drink', '瓶', bottle, 365),
      kind('咖啡饮料', 'Coffee drink', '瓶', bottle, 270),
    ],
  },
  {
    code: '20',
    zh: '休闲食品',
    en: 'Snacks',
    temperature: 'AMBIENT',
    kinds: [
      kind('原味薯片', 'Potato crisps, plain', '袋', bag, 270),
      kind('番茄味薯片', 'Potato crisps, tomato', '袋', bag, 270),
      kind('苏打饼干', 'Soda crackers', '袋', bag, 365),
      kind('夹心饼干', 'Sandwich biscuits', '袋', bag, 365),
      kind('海苔', 'Seaweed', '袋', bag, 270),
      kind('瓜子', 'Sunflower seeds', '袋', bag, 240),
      kind('花生米', 'Peanuts', '袋', bag, 240),
      kind('葡萄干', 'Raisins', '袋', bag, 365),
      kind('牛肉干', 'Beef jerky', '袋', bag, 270),
      kind('水果糖', 'Fruit drops', '袋', bag, 540),
    ],
  },
  {
    code: '30',
    zh: '粮油调味',
    en: 'Staples',
    temperature: 'AMBIENT',
    kinds: [
      kind(
        '东北大米',
        'Northeast rice',
        '袋',
        [
          ['2.5kg', '2.5 kg', 8, 2520],
          ['5kg', '5 kg', 4, 5040],
          ['10kg', '10 kg', 2, 10_060],
        ],
        365,
      ),
      kind(
        '高筋面粉',
        'Strong flour',
        '袋',
        [
          ['1kg', '1 kg', 10, 1010],
          ['2.5kg', '2.5 kg', 6, 2520],
        ],
        365,
      ),
      kind(
        '挂面',
        'Dried noodles',
        '袋',
        [
          ['500g', '500 g', 20, 510],
          ['1kg', '1 kg', 12, 1010],
        ],
        540,
      ),
      kind(
        '菜籽油',
        'Rapeseed oil',
        '桶',
        [
          ['1.8L', '1.8 l', 6, 1720],
          ['5L', '5 l', 4, 4750],
        ],
        540,
      ),
      kind(
        '生抽',
        'Light soy sauce',
        '瓶',
        [
          ['500ml', '500 ml', 12, 780],
          ['1.28L', '1.28 l', 6, 1600],
        ],
        720,
      ),
      kind(
        '陈醋',
        'Aged vinegar',
        '瓶',
        [
          ['500ml', '500 ml', 12, 760],
          ['800ml', '800 ml', 12, 1150],
        ],
        1080,
      ),
      kind('白砂糖', 'White sugar', '袋', [
        ['400g', '400 g', 24, 410],
        ['1kg', '1 kg', 12, 1010],
      ]),
      kind('食用盐', 'Table salt', '袋', [['400g', '400 g', 50, 405]]),
    ],
  },
  {
    code: '40',
    zh: '乳品冷藏',
    en: 'Dairy, chilled',
    temperature: 'CHILLED',
    kinds: [
      kind(
        '鲜牛奶',
        'Fresh milk',
        '盒',
        [
          ['250ml', '250 ml', 24, 265],
          ['950ml', '950 ml', 12, 990],
        ],
        21,
      ),
      kind(
        '原味酸奶',
        'Plain yoghurt',
        '杯',
        [
          ['100g', '100 g', 48, 108],
          ['1kg', '1 kg', 8, 1050],
        ],
        21,
      ),
      kind('低脂酸奶', 'Low-fat yoghurt', '杯', [['100g', '100 g', 48, 108]], 21),
      kind('奶酪片', 'Cheese slices', '袋', [['166g', '166 g', 24, 172]], 180),
      kind('豆浆', 'Soya milk', '盒', [['300ml', '300 ml', 24, 315]], 15),
      kind('内酯豆腐', 'Soft tofu', '盒', [['350g', '350 g', 20, 365]], 12),
    ],
  },
  {
    code: '50',
    zh: '冷冻食品',
    en: 'Frozen food',
    temperature: 'FROZEN',
    kinds: [
      kind(
        '猪肉水饺',
        'Pork dumplings',
        '袋',
        [
          ['500g', '500 g', 20, 515],
          ['1kg', '1 kg', 10, 1020],
        ],
        365,
      ),
      kind('素菜水饺', 'Vegetable dumplings', '袋', [['500g', '500 g', 20, 515]], 365),
      kind('汤圆', 'Rice balls', '袋', [['500g', '500 g', 20, 515]], 365),
      kind('手抓饼', 'Flatbread', '袋', [['900g', '900 g', 12, 915]], 270),
      kind('青豆玉米粒', 'Peas and corn', '袋', [['400g', '400 g', 24, 410]], 540),
    ],
  },
  {
    code: '60',
    zh: '日化家清',
    en: 'Household',
    temperature: 'AMBIENT',
    kinds: [
      kind(
        '洗洁精',
        'Dish soap',
        '瓶',
        [
          ['500g', '500 g', 24, 530],
          ['1.1kg', '1.1 kg', 12, 1150],
        ],
        1095,
      ),
      kind(
        '洗衣液',
        'Laundry liquid',
        '瓶',
        [
          ['1kg', '1 kg', 12, 1060],
          ['3kg', '3 kg', 4, 3150],
        ],
        1095,
      ),
      kind(
        '洗发水',
        'Shampoo',
        '瓶',
        [
          ['200ml', '200 ml', 24, 230],
          ['400ml', '400 ml', 12, 450],
        ],
        1095,
      ),
      kind(
        '沐浴露',
        'Shower gel',
        '瓶',
        [
          ['400ml', '400 ml', 12, 450],
          ['750ml', '750 ml', 12, 830],
        ],
        1095,
      ),
      kind('牙膏', 'Toothpaste', '支', [['120g', '120 g', 48, 150]], 1095),
      kind('抽纸', 'Tissues', '提', [
        ['3包', '3 packs', 16, 420],
        ['6包', '6 packs', 8, 830],
      ]),
      kind('卷纸', 'Toilet paper', '提', [['10卷', '10 rolls', 8, 1400]]),
      kind('垃圾袋', 'Bin liners', '卷', [['30只', '30 pcs', 50, 120]]),
    ],
  },
  {
    code: '70',
    zh: '生鲜称重',
    en: 'Fresh, by weight',
    temperature: 'CHILLED',
    kinds: [
      '红富士苹果|Fuji apples',
      '香蕉|Bananas',
      '脐橙|Navel oranges',
      '猪五花肉|Pork belly',
      '鸡胸肉|Chicken breast',
      '三文鱼段|Salmon',
      '土豆|Potatoes',
      '西红柿|Tomatoes',
    ].map((names) => {
      const [zh = '', en = ''] = names.split('|')
      return { zh, en, unit: 'kg', sizes: [['散称', 'loose', 10, 1000]], days: 10, weigh: true }
    }),
  },
]

export interface DemoProduct {
  readonly code: string
  readonly barcode: string
  readonly caseBarcode: string
  readonly zh: string
  readonly en: string
  readonly spec: string
  readonly unit: string
  readonly category: string
  readonly temperature: 'AMBIENT' | 'CHILLED' | 'FROZEN'
  readonly caseOf: number
  readonly grams: number
  readonly days: number | undefined
  readonly weigh: boolean
  readonly brand: string | undefined
}

const brands = [
  ['山泉记', 'Shanquan'],
  ['好邻居', 'Neighbour'],
  ['田园家', 'Tianyuan'],
] as const
const padded = (n: number, digits: number): string => String(n).padStart(digits, '0')
/** In-store numbers: a GTIN that begins with 2 belongs to nobody outside the shop. */
const inStore = (body: string): string => `${body}${checkDigit(body)}`

/** Every kind in every size of three brands: a few hundred products, the same on every machine. */
export function demoProducts(): DemoProduct[] {
  const list: DemoProduct[] = []
  for (const c of categories)
    for (const [k, item] of c.kinds.entries())
      for (const [s, [zh, en, caseOf, grams]] of item.sizes.entries())
        for (const [b, [brandZh, brandEn]] of brands.entries()) {
          if (item.weigh && b > 0) continue
          const serial = `${c.code}${padded(k, 2)}${s}${b}`
          list.push({
            code: `${c.code}${padded(k, 2)}${s}${b}`,
            // Goods sold by weight keep five places free for it, as scales print them.
            barcode: inStore(item.weigh ? `2${serial}00000` : `2${padded(Number(serial), 11)}`),
            caseBarcode: inStore(`22${padded(Number(serial), 11)}`),
            zh: `${item.weigh ? '' : brandZh}${item.zh}${zh}`,
            en: `${item.weigh ? '' : `${brandEn} `}${item.en} ${en}`,
            spec: zh,
            unit: item.unit,
            category: c.code,
            temperature: c.temperature,
            caseOf,
            grams,
            days: item.days,
            weigh: item.weigh ?? false,
            brand: item.weigh ? undefined : brandZh,
          })
        }
  return list
}
