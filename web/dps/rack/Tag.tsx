import * as calls from '@lading/contract/dps/calls.ts'
import { lightStates } from '@lading/contract/dps/light.ts'
import { dpsPickTask } from '@lading/contract/dps/task.ts'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'

interface Props {
  readonly of: calls.Shown
  readonly pointCode: string
  readonly again: () => void
}
/** What people call it: its bin, its position on a cart, what it is there for. */
function useName({ bin, position, kind, code }: calls.Shown): string {
  const t = useText()
  const title = kinds[kind as keyof typeof kinds]
  if (position !== null) return t(['{n}号位', 'Position {n}'], { n: position })
  return bin ?? (title ? t(title) : code)
}
const kinds = { COMPLETER: ['完成', 'Done'], ORDER_DISPLAY: ['订单', 'Order'], LANE: ['巷道', 'Lane'] } as const

/** One tag: what it shows, and while it is lit the keys that it has. */
export function Tag({ of, pointCode, again }: Props) {
  const t = useText()
  const { light } = of
  const name = useName(of)
  const figure = light?.words ?? light?.qty ?? ''
  const shape = `rack-tag rack-${light?.style.toLowerCase() ?? 'dark'} rack-${light?.colour?.toLowerCase() ?? 'none'}`
  return (
    <div className={shape} data-tag={of.code} data-lit={light?.state}>
      <Place of={of} name={name} />
      <output
        className="rack-digits num"
        aria-label={of.position === null ? (of.bin ?? of.code) : name}
        title={light ? t(lightStates[light.state]) : undefined}
      >
        {figure}
      </output>
      <span className="rack-goods" title={light?.product ?? ''}>
        {light?.purpose === 'PICK' ? light.product : (light?.container ?? of.box)}
      </span>
      {light && <Keys key={light.id + light.qty} of={of} light={light} pointCode={pointCode} again={again} />}
    </div>
  )
}

/** Where it stands; of a simulated one also what may go wrong with it. */
function Place({ of, name }: { of: calls.Shown; name: string }) {
  const t = useText()
  const { run } = useWrite(calls.simulate)
  const sick = of.health === 'OK' ? '' : ' ⚠'
  if (!of.isSimulated) return <span className="rack-place">{`${name}${sick}`}</span>
  const faults = [
    ['DEAD', ['标签失灵', 'Tag dead']],
    ['ALIVE', ['标签恢复', 'Tag alive']],
    ['HELD', ['按键卡住', 'Key stuck']],
    ['FREE', ['按键松开', 'Key free']],
  ] as const
  const items = faults.map(([verb, title]) => ({
    key: verb,
    label: t(title),
    onClick: () => void run({ tagId: of.tagId, verb }).catch(report),
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <button
        type="button"
        className="rack-place"
        aria-label={t(['{name} 模拟故障', '{name}: simulate a fault'], { name })}
      >
        {`${name}${sick}`}
      </button>
    </Dropdown>
  )
}

type Light = NonNullable<calls.Shown['light']>
function Keys({ of, light, pointCode, again }: Props & { light: Light }) {
  const t = useText()
  const name = useName(of)
  const may = useMay()
  const most = Number(light.qty ?? 0)
  const [count, setCount] = useState(most)
  const [sim, hand, done] = [useWrite(calls.simulate), useWrite(calls.confirmPickByHand), useWrite(calls.completeAt)]
  const isBusy = sim.isBusy || hand.isBusy || done.isBusy
  const isPick = light.purpose === 'PICK'
  if (!isPick && light.purpose !== 'DONE') return null
  // At a real rack the keys are the tags'; on the screen somebody confirms by hand.
  if (!of.isSimulated && !may(dpsPickTask, 'update')) return null
  const press = async (isShort: boolean) => {
    try {
      if (of.isSimulated)
        await sim.run({
          tagId: of.tagId,
          verb: isShort ? 'SHORT' : 'PRESS',
          ...(isPick && count < most && { qty: count }),
        })
      else if (light.pickId)
        await hand.run({ pickId: light.pickId, qty: String(isShort && count === most ? 0 : count), isShort })
      else await done.run({ pointCode, taskId: light.taskId })
    } catch (error) {
      report(error)
    }
    again()
  }
  const key = (title: string, text: string, act: () => void, isOff = false) => (
    <button
      type="button"
      className="rack-key"
      aria-label={`${title} ${of.position === null ? (of.bin ?? of.code) : name}`}
      disabled={isBusy || isOff}
      onClick={act}
    >
      {text}
    </button>
  )
  return (
    <span className="rack-keys">
      {isPick && key(t(['减', 'Less']), '−', () => setCount(count - 1), count <= 0)}
      {isPick && <span className="num rack-count">{count}</span>}
      {isPick && key(t(['缺货', 'Short']), t(['缺', 'S']), () => void press(true))}
      {key(t(['确认', 'Confirm']), '✓', () => void press(false))}
    </span>
  )
}
