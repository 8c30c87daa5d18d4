import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why something about lights is refused. */
export const dpsFaults = {
  boundFirst: refusal(42610, '任务已绑定周转箱，请先解绑', 'The task has a container: unbind it first'),
  containerTaken: refusal(
    42611,
    '周转箱【{code}】已被任务【{no}】占用',
    'Container [{code}] is in use for task [{no}]',
  ),
  noContainer: refusal(42612, '周转箱【{code}】不存在或已停用', 'There is no container [{code}], or it is out of use'),
  pickedAlready: refusal(42613, '已有拣货记录，不能解绑', 'Something was picked already: it cannot be unbound'),
  nothingToBind: refusal(42614, '没有待绑箱的任务', 'No task waits for a container'),
  wrongPoint: refusal(
    42615,
    '周转箱【{code}】在作业点【{point}】没有作业，请送往【{next}】',
    'Container [{code}] has nothing at [{point}]: pass it on to [{next}]',
  ),
  ownBrokerOnly: refusal(
    42616,
    '控制器【{code}】不使用产品自带的MQTT服务',
    'Controller [{code}] does not use the broker of the product itself',
  ),
  signOnFirst: refusal(42617, '请先登录作业点', 'Sign on at the job point first'),
  pointClosed: refusal(42618, '作业点【{point}】未开放', 'Job point [{point}] is not open'),
  lightsOpen: refusal(42619, '还有{n}个灯未确认', '{n} lights are still on'),
  pickClosed: refusal(42620, '拣货明细已完成', 'The pick is closed'),
  tagTaken: refusal(42621, '标签【{tag}】已绑定货位【{bin}】', 'Tag [{tag}] stands at bin [{bin}]'),
  binTaken: refusal(42622, '货位【{bin}】已绑定标签【{tag}】', 'Bin [{bin}] has tag [{tag}]'),
  pointBusy: refusal(42623, '作业点存在未完成拣货，不能删除', 'The job point has open picks and cannot be removed'),
  deviceBusy: refusal(42624, '设备存在未完成任务，不能删除', 'The device has open work and cannot be removed'),
  wrongKind: refusal(42625, '标签【{tag}】不是{kind}', 'Tag [{tag}] is no {kind}'),
  addressTaken: refusal(
    42626,
    '地址{host}:{port}已被控制器【{code}】使用',
    '{host}:{port} is the address of controller [{code}]',
  ),
  hostNeeded: refusal(42627, '请填写控制器地址', 'The controller needs an address'),
  notLinked: refusal(42628, '控制器【{code}】未连接', 'Controller [{code}] is not connected'),
  overShown: refusal(42630, '数量不能大于{max}', 'At most {max}'),
  needFull: refusal(42631, '作业点【{point}】没有亮灯的任务', 'No task is lit at job point [{point}]'),
  notAPosition: refusal(42633, '【{bin}】不是播种位', '[{bin}] is no sorting position'),
  notWanted: refusal(42634, '商品【{goods}】不在本批次需求中', 'Nobody wants [{goods}] of this container'),
  notSimulated: refusal(42632, '控制器【{code}】不是模拟货架', 'Controller [{code}] is no simulated rack'),
  pointLit: refusal(
    43700,
    '作业点【{point}】还有{n}条拣货已亮灯，请先完成',
    '{n} picks are lit at [{point}]: finish them first',
  ),
  colourTaken: refusal(42629, '颜色【{colour}】已被{who}使用', '[{colour}] is the colour of {who}'),
  noOpenTasks: refusal(42635, '没有未完成的电子标签任务', 'No light task is open'),
  nothingToLight: refusal(
    42636,
    '没有可由电子标签拣货的任务：须由手持拣货、无人开始，且每个货位都有标签',
    'Nothing can be picked by light: only picks by handheld that nobody has begun, with a tag at each of their bins',
  ),
  picksBegun: refusal(42637, '已开始拣货，不能取消', 'Picking has begun: it cannot be called off'),
  notAllocated: refusal(
    42638,
    '波次未分配库存，不能下发',
    'Nothing is allocated to the wave yet: it cannot be released',
  ),
  binBusy: refusal(
    42639,
    '货位【{bin}】还有未完成的电子标签拣货，不能解绑',
    'Bin [{bin}] has open picks by light: its tag stays',
  ),
  heldByTask: refusal(
    43701,
    '仓库任务被挂起：{reason}，请在任务列表中恢复',
    'The warehouse has suspended its task: {reason}. Resume it in the list of tasks',
  ),
  noPosition: refusal(43702, '拣货车【{cart}】没有仓位【{position}】', 'Cart [{cart}] has no position [{position}]'),
  positionTaken: refusal(
    43703,
    '仓位【{position}】已放周转箱【{code}】',
    'Container [{code}] stands at position [{position}]',
  ),
  cartFull: refusal(43704, '拣货车【{cart}】没有空仓位', 'Cart [{cart}] has no free position'),
  notOnCart: refusal(
    43705,
    '【{code}】不是本车待拣的货位或商品，也不是周转箱',
    '[{code}] is neither a bin nor goods that this cart wants, and no container',
  ),
  notACart: refusal(43706, '作业点【{point}】不是拣货车', 'Job point [{point}] is no cart'),
  areaServed: refusal(
    43707,
    '拣货分区【{area}】已由拣选线【{line}】的拣货车服务',
    'Pick area [{area}] is served by the carts of line [{line}]',
  ),
  noAreaHere: refusal(43708, '只有拣货车模式的拣选线才填拣货分区', 'Only a line of carts serves a pick area'),
  positionTwice: refusal(43710, '仓位号【{position}】重复', 'Two positions are called [{position}]'),
  scanBin: refusal(
    43711,
    '商品【{goods}】在货位【{bins}】都要拣，请扫描货位',
    'Goods [{goods}] are wanted from bins [{bins}]: scan the bin',
  ),
  noBinHere: refusal(43709, '拣货车的仓位不填货位', 'A position of a cart stands at no bin'),
} as const satisfies Record<string, Refusal>
