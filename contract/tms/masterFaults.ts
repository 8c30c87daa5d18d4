import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Why a master of transport may not be changed. */
export const tmsFaults = {
  typeInUse: refusal(42300, '车型下存在启用车辆', 'Enabled trucks are of this type'),
  selfCrossing: refusal(42301, '区域边界自相交', 'The boundary crosses itself'),
  regionCircle: refusal(42302, '上级区域不能是自己或自己的下级', 'A region cannot lie below itself'),
  noBoundary: refusal(
    42304,
    '区域边界至少三个角，且须为经纬度',
    'A boundary has three corners or more, each of longitude and latitude',
  ),
  durationZero: refusal(42306, '时长必须大于0', 'The duration must be above 0'),
  distanceZero: refusal(42307, '距离必须大于0', 'The distance must be above 0'),
  sameSite: refusal(42308, '起点和终点不能相同', 'A way leads from one site to another'),
  unlocated: refusal(
    42309,
    '站点[{code}]未定位，不能计算路程',
    'Site [{code}] has no position: its ways cannot be told',
  ),
  defaultStays: refusal(42310, '默认配置不能删除', 'The default settings cannot be removed'),
  defaultOn: refusal(42311, '默认配置不能停用', 'The default settings cannot be disabled'),
  defaultOff: refusal(42312, '停用的配置不能设为默认', 'Disabled settings cannot be the default'),
  departures: refusal(42313, '最晚发车不能早于最早发车', 'The last departure is before the first'),
  noStops: refusal(42314, '线路至少包含一个门店', 'A route has one store or more'),
  stopTwice: refusal(42315, '门店【{site}】在线路中重复', 'Store [{site}] is on the route twice'),
  depotOnRoute: refusal(42316, '发车点不能是线路上的门店', 'A route does not stop where it departs from'),
  accountOff: refusal(43690, '承运商【{code}】已停用，不能生成账号', 'Carrier [{code}] is disabled: it gets no log-in'),
  accountThere: refusal(
    43691,
    '承运商【{code}】已有账号【{username}】',
    'Carrier [{code}] has the log-in [{username}] already',
  ),
  accountCentre: refusal(43692, '请选择账号所属的运输中心', 'Say at which transport centre the log-in works'),
  accountRole: refusal(
    43693,
    '运输中心【{centre}】没有启用的角色【{role}】，请先新增该角色',
    'Transport centre [{centre}] has no enabled role [{role}]: make one first',
  ),
  fence: refusal(
    43699,
    '围栏边界不正确：至少三个角、不自相交，且离站点位置不超过{m}米',
    'The fence is none: it has three corners or more, does not cross itself, and lies within {m} metres of its site',
  ),
  adopted: refusal(42303, '系统车型[{code}]已引用', 'System type [{code}] has been adopted already'),
} as const satisfies Record<string, Refusal>
