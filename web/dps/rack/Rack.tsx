import * as calls from '@lading/contract/dps/calls.ts'
import { linkStates } from '@lading/contract/dps/equipment.ts'
import { jobpoint, runStates } from '@lading/contract/dps/line.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { Mark } from '../../ui/Mark.tsx'
import { notify } from '../../ui/notices.tsx'
import { Empty } from '../../ui/states.tsx'
import { CartScan, CartWay } from './Cart.tsx'
import { Tag } from './Tag.tsx'
import './rack.css'

type Point = calls.RackData['points'][number]
type Controller = calls.RackData['controllers'][number]

/** A rack as it stands there: each tag with its figure, its colour and its keys, point by point. */
export function Rack({ data, again }: { data: calls.RackData; again: () => void }) {
  const t = useText()
  const { points, tags, controllers } = data
  if (points.length === 0) return <Empty title={t(['这条拣选线还没有作业点', 'This line has no job points yet'])} />
  return (
    <div className="rack">
      {controllers.some((c) => c.driver === 'SIM') && <SimTools controllers={controllers} />}
      {points.map((p) => (
        <PointRack key={p.id} point={p} tags={tags.filter((g) => g.jobpointId === p.id)} again={again} />
      ))}
    </div>
  )
}

/** What may be done to a simulated rack as a whole. */
function SimTools({ controllers }: { controllers: readonly Controller[] }) {
  const t = useText()
  const { run, isBusy } = useWrite(calls.simulate)
  const all = controllers.filter((c) => c.driver === 'SIM')
  const tell = (verb: 'AUTO' | 'HAND' | 'CUT', said: Text) => async () => {
    try {
      for (const { id } of all) await run({ controllerId: id, verb })
      notify('good', t(said))
    } catch (error) {
      report(error)
    }
  }
  return (
    <div className="rack-tools">
      {controllers.map((c) => (
        <span key={c.id}>
          {c.code} <Mark tone={c.state === 'ONLINE' ? 'good' : 'bad'} />{' '}
          {t(linkStates[c.state as keyof typeof linkStates])}
        </span>
      ))}
      <Button
        size="small"
        disabled={isBusy}
        onClick={tell('AUTO', ['模拟拣货员开始拣货', 'The simulated picker begins'])}
      >
        {t(['自动拣货', 'Pick by itself'])}
      </Button>
      <Button size="small" disabled={isBusy} onClick={tell('HAND', ['已停止自动拣货', 'Picked by hand again'])}>
        {t(['停止自动', 'Stop'])}
      </Button>
      <Button size="small" disabled={isBusy} onClick={tell('CUT', ['连接已断开，正在重连', 'The line was cut'])}>
        {t(['断开连接', 'Cut the line'])}
      </Button>
    </div>
  )
}

interface PointProps {
  readonly point: Point
  readonly tags: readonly calls.Shown[]
  readonly again: () => void
}
function PointRack({ point, tags, again }: PointProps) {
  const t = useText()
  const may = useMay()(jobpoint, 'run')
  const [sign, leave, full] = [useWrite(calls.signOn), useWrite(calls.signOff), useWrite(calls.fullTask)]
  const act = async (done: Promise<unknown>, said?: string) => {
    try {
      await done
      if (said) notify('good', said)
    } catch (error) {
      report(error)
    }
    again()
  }
  const boxes = new Map(
    tags.flatMap(({ light }) => (light?.purpose === 'PICK' ? [[light.taskId, light.container ?? ''] as const] : [])),
  )
  const pointCode = point.code
  return (
    <section className="rack-point" aria-label={point.name}>
      <header>
        <b>{point.name}</b>
        {point.state !== 'OPEN' && (
          <span className="rack-state">{t(runStates[point.state as keyof typeof runStates])}</span>
        )}
        <span className="muted">{point.operators.join('、') || t(['无人作业', 'Nobody signed on'])}</span>
        {point.waiting > 0 && <span className="muted">{t(['等待{n}箱', '{n} waiting'], { n: point.waiting })}</span>}
        {may && (
          <span className="rack-acts">
            {point.isMine && point.cart && <CartScan pointCode={pointCode} tags={tags} again={again} />}
            {point.isMine && !point.cart && <Scan pointCode={pointCode} again={again} />}
            {!point.isMine && (
              <Button size="small" onClick={() => void act(sign.run({ pointCode }))}>
                {t(calls.signOn.title)}
              </Button>
            )}
            {[...boxes].map(([taskId, box]) => (
              <Button
                key={taskId}
                size="small"
                disabled={full.isBusy}
                onClick={() =>
                  void act(full.run({ taskId }), t(['{box}已满，请扫描新箱', '{box} is full: scan another'], { box }))
                }
              >
                {t(['{box}箱满', '{box} full'], { box })}
              </Button>
            ))}
            {point.isMine && (
              <Button size="small" type="text" onClick={() => void act(leave.run({ pointCode }))}>
                {t(calls.signOff.title)}
              </Button>
            )}
          </span>
        )}
      </header>
      {point.cart && <CartWay cart={point.cart} />}
      <div className="rack-tags">
        {tags.map((g) => (
          <Tag key={g.tagId} of={g} pointCode={pointCode} again={again} />
        ))}
      </div>
    </section>
  )
}

/** A container is scanned, or typed. */
function Scan({ pointCode, again }: { pointCode: string; again: () => void }) {
  const t = useText()
  const { run, isBusy } = useWrite(calls.arriveAt)
  const [code, setCode] = useState('')
  const title = t(['扫描周转箱', 'Scan a container'])
  const send = async () => {
    if (code.trim() === '' || isBusy) return
    try {
      const { billNo } = await run({ pointCode, containerCode: code.trim() })
      notify('good', t(['任务{no}', 'Task {no}'], { no: billNo }))
      setCode('')
    } catch (error) {
      report(error)
    }
    again()
  }
  return (
    <Input
      className="rack-scan"
      size="small"
      value={code}
      placeholder={title}
      aria-label={`${title} ${pointCode}`}
      onChange={(e) => setCode(e.target.value)}
      onPressEnter={() => void send()}
    />
  )
}
