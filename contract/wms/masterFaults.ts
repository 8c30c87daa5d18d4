import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why a master of the warehouse may not be changed. */
export const masterFaults = {
  ownerStock: refusal(
    42280,
    '该货主仍有库存{qty}，不能停用',
    'This owner still has {qty} in stock and cannot be disabled',
  ),
  ownerStockAt: refusal(
    42760,
    '该货主在物流中心[{dc}]仍有库存{qty}，不能取消开通',
    'This owner still has {qty} in stock at logistics centre [{dc}], so it must stay served there',
  ),
  ownerNotHere: refusal(
    42761,
    '货主[{owner}]未开通物流中心[{dc}]',
    'Owner [{owner}] is not served at logistics centre [{dc}]',
  ),
  notACentre: refusal(42762, '组织[{org}]不是物流中心', 'Organisation [{org}] is not a logistics centre'),
  productStock: refusal(
    42281,
    '商品仍有库存{qty}，不能停用',
    'This product still has {qty} in stock and cannot be disabled',
  ),
  storeOpen: refusal(42282, '门店存在未完成的出库作业单', 'The store has open outbound orders'),
  vendorOpen: refusal(42283, '供应商存在未完成的订货单或退货单', 'The vendor has open inbound orders or returns'),
  categoryUsed: refusal(
    42284,
    '类别下存在下级或商品，不能删除',
    'The category has sub-categories or products and cannot be deleted',
  ),
  circle: refusal(42285, '不能移动到自己的下级', 'It cannot be moved under itself'),
  tooDeep: refusal(42286, '类别最多{max}级', 'Categories can have at most {max} levels'),
  typeUsed: refusal(
    42287,
    '该类型已有容器，不能修改管理方式',
    'There are containers of this type: how it is managed cannot be changed',
  ),
  areaBins: refusal(42288, '库区下存在货位', 'There are bins in the area'),
  binBusy: refusal(
    42289,
    '货位有库存或在途任务，不能停用',
    'The bin holds stock or has open tasks and cannot be disabled',
  ),
  binNotEmpty: refusal(
    42290,
    '货位有库存或在途任务，不能修改用途',
    'The bin holds stock or has open tasks: its usage cannot be changed',
  ),
  binSystem: refusal(42291, '系统货位[{bin}]不能修改', 'Bin [{bin}] is a system bin and cannot be changed'),
  binTaken: refusal(42292, '货位[{bin}]已指定给商品[{p}]', 'Bin [{bin}] is already assigned to product [{p}]'),
  binsExist: refusal(42293, '货位[{bin}]等{count}个已存在', 'Bins that already exist: {count}, such as [{bin}]'),
  dockBusy: refusal(42294, '月台有未完成的预约或作业', 'The dock has open appointments or tasks'),
  dockBin: refusal(
    42791,
    '月台只能绑定收货暂存或月台暂存货位，[{bin}]是{usage}',
    'A dock must be linked to a receiving or dock bin; the usage of [{bin}] is {usage}',
  ),
  binOfDock: refusal(
    42792,
    '货位绑定了月台[{dock}]，不能改为其他用途',
    'The bin is linked to dock [{dock}]: its usage cannot be changed',
  ),
  dockClosed: refusal(
    42221,
    '月台[{dock}]已关闭，请先开放或改用其他月台',
    'Dock [{dock}] is closed: open it or use another dock',
  ),
  pickAreaBusy: refusal(42295, '分区存在未完成的拣货任务', 'There are open pick tasks in the area'),
  containerFilled: refusal(42296, '容器内仍有商品，不能置空', 'There are still goods in the container'),
  containerUsed: refusal(42297, '容器已使用过，不能删除', 'The container has been used and cannot be deleted'),
  numbersOut: refusal(
    42298,
    '流水号不足，请增加流水位数',
    'Not enough numbers left: increase the digits of the container type',
  ),
  packFactors: refusal(
    42299,
    '规格[{name}]已有库存或流水，不能修改换算数量',
    'Pack [{name}] has stock or stock history: its quantities cannot be changed',
  ),
  packUsed: refusal(
    42763,
    '规格[{name}]已有库存或流水，不能删除',
    'Pack [{name}] has stock or stock history and cannot be deleted',
  ),
  notSerialised: refusal(
    42764,
    '容器类型[{name}]不按条码管理，不能生成容器',
    'Containers of type [{name}] are not barcoded: none can be created',
  ),
  notSupplied: refusal(
    42765,
    '供应商[{vendor}]不供应货主[{owner}]',
    'Vendor [{vendor}] does not supply owner [{owner}]',
  ),
  packDefault: refusal(
    42766,
    '规格[{name}]是默认规格，请先将其他规格设为默认',
    'Pack [{name}] is the default: make another one the default first',
  ),
  packBusy: refusal(42776, '存在在途业务：{n}张单据', 'Open documents use this pack: {n}'),
  oneDefault: refusal(42767, '商品应有且只有一个默认规格', 'A product must have exactly one default pack'),
  codeTaken: refusal(
    42768,
    '条码[{code}]已用于商品[{product}]规格[{pack}]',
    'Barcode [{code}] is already used by product [{product}], pack [{pack}]',
  ),
  minAboveMax: refusal(42229, '最低库存不能大于最高库存', 'Minimum stock cannot exceed maximum stock'),
  needsPack: refusal(42220, '商品至少需要一个规格', 'A product needs at least one pack'),
  onePlace: refusal(42777, '请只填写一个适用范围', 'Name exactly the place that the rule applies to'),
  capacityTaken: refusal(
    42779,
    '该范围与商品已有容量规则',
    'There is a capacity rule for this place and these goods already',
  ),
  oneGoods: refusal(42778, '商品与类别只能填写一个', 'Name a product or a category, not both'),
} as const satisfies Record<string, Refusal>
