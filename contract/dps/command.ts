import { entity } from '../kernel/entity.ts'
import { choice, instant, int, ref } from '../kernel/field.ts'

/** 设备指令: what somebody wants a device to do, for whoever speaks to its controller. */
export const command = entity('dps', 'command', {
  title: ['设备指令', 'Device command'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    controllerId: ref(['控制器', 'Controller'], 'dps.controller', { required: true }),
    verb: choice(
      ['指令', 'Command'],
      {
        ADDRESS: ['显示地址', 'Show address'],
        LAMP: ['亮灯测试', 'Lamp test'],
        ASK: ['查询状态', 'Ask for state'],
        RELIGHT: ['全部重亮', 'Light all again'],
        RESET: ['复位', 'Reset'],
        /** Of a simulated rack: what somebody in front of it would do, or what would go wrong with it. */
        PRESS: ['按确认键', 'Press'],
        SHORT: ['按缺货键', 'Press shortage'],
        CALL: ['呼叫', 'Call'],
        DEAD: ['标签失灵', 'Tag dead'],
        ALIVE: ['标签恢复', 'Tag alive'],
        HELD: ['按键卡住', 'Key stuck'],
        FREE: ['按键松开', 'Key free'],
        CUT: ['断开连接', 'Cut the line'],
        AUTO: ['自动拣货', 'Picks by itself'],
        HAND: ['手动拣货', 'Picked by hand'],
      },
      { required: true },
    ),
    bus: int(['总线', 'Bus'], {}),
    node: int(['节点', 'Node'], {}),
    qty: int(['数量', 'Quantity'], {}),
    doneAt: instant(['执行时间', 'Done at']),
  },
  actions: [],
})
