import * as calls from '@lading/contract/dps/calls.ts'
import { openDest, type SowTask, sowContainer, sowWork } from '@lading/contract/dps/sowing.ts'
import { dpsTask } from '@lading/contract/dps/task.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { Button, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import './sow.css'

/** 到货播种: a container is scanned, then what is in one's hand; every position that wants it lights. */
export function Induct() {
  const t = useText()
  const blocked = useBlocked(dpsTask.header)
  const title = t(sowWork.title)
  if (blocked === undefined) return <Station title={title} />
  return (
    <Page title={title}>
      <Empty title={blocked} />
    </Page>
  )
}

function Station({ title }: { title: string }) {
  const t = useText()
  const read = useCall(sowWork, {})
  const [point, setPoint] = useState<string>()
  if (!read.data)
    return <Page title={title}>{read.error ? <NotRead of={read} /> : <SkeletonRows label={t(words.loading)} />}</Page>
  const { tasks, points } = read.data
  const at = points.find((p) => p.code === point) ?? points.find((p) => p.isMine) ?? points[0]
  if (!at)
    return (
      <Page title={title}>
        <Empty
          title={t([
            '没有播种线：请先在基础信息新增播种模式的拣选线与作业点',
            'No sorting line yet: add one with its job points',
          ])}
        />
      </Page>
    )
  const again = () => void read.refetch()
  return (
    <Page
      title={title}
      actions={
        <Select
          value={at.code}
          options={points.map((p) => ({ value: p.code, label: p.name }))}
          onChange={setPoint}
          aria-label={t(['作业点', 'Job point'])}
        />
      }
    >
      <Scan at={at} tasks={tasks} again={again} />
      {tasks.length === 0 && <Empty title={t(['没有待播种的容器', 'Nothing waits to be sorted'])} />}
      {tasks.map((task) => (
        <Task key={task.taskId} task={task} />
      ))}
    </Page>
  )
}

interface ScanProps {
  readonly at: { readonly code: string; readonly isMine: boolean }
  readonly tasks: readonly SowTask[]
  readonly again: () => void
}
/** What a code means, by what is in hand. @returns what to say of it */
function useScanned(pointCode: string, tasks: readonly SowTask[], position: string | undefined) {
  const t = useText()
  const [come, light, open] = [useWrite(calls.arriveAt), useWrite(calls.inductAt), useWrite(openDest)]
  return async (code: string): Promise<string> => {
    const now = tasks.find((task) => task.isHere)
    if (position !== undefined) {
      await open.run({ binCode: position, containerCode: code })
      return t(['{bin} 换为 {code}', '{bin} now fills {code}'], { bin: position, code })
    }
    if (!now || tasks.some((task) => task.container === code)) {
      const { billNo } = await come.run({ pointCode, containerCode: code })
      return t(['任务{no}', 'Task {no}'], { no: billNo })
    }
    const { product, qty } = await light.run({ taskId: now.taskId, goods: code })
    return t(['{product}：共{qty}，已亮灯', '{product}: {qty} in all, lit'], { product, qty: formatQty(parseQty(qty)) })
  }
}

/** One field for all that is scanned: a container is fetched, goods are lit, a position and its new container go together. */
function Scan({ at, tasks, again }: ScanProps) {
  const t = useText()
  const may = useMay()(sowContainer, 'run')
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState<string>()
  const field = useRef<{ focus(): void }>(null)
  const sign = useWrite(calls.signOn)
  const now = tasks.find((task) => task.isHere)
  const act = useScanned(at.code, tasks, position)
  const scan = async () => {
    const code = typed.trim()
    if (code === '') return
    setTyped('')
    try {
      notify('good', await act(code))
      setPosition(undefined)
    } catch (error) {
      report(error)
    }
    again()
    field.current?.focus()
  }
  if (!at.isMine)
    return (
      <Button type="primary" size="large" onClick={() => void sign.run({ pointCode: at.code }).then(again, report)}>
        {t(calls.signOn.title)}
      </Button>
    )
  const wanted =
    position !== undefined
      ? t(['扫描{bin}的新箱', 'Scan the new container of {bin}'], { bin: position })
      : now
        ? t(['扫描商品，或另一容器', 'Scan goods, or another container'])
        : t(['扫描批拣容器', 'Scan a batch container'])
  return (
    <div className="sow-scan">
      <Input
        ref={field as never}
        size="large"
        autoFocus
        value={typed}
        placeholder={wanted}
        aria-label={wanted}
        onChange={(e) => setTyped(e.target.value)}
        onPressEnter={() => void scan()}
      />
      {may && position === undefined && (
        <Button
          size="large"
          disabled={typed.trim() === ''}
          onClick={() => {
            setPosition(typed.trim())
            setTyped('')
          }}
        >
          {t(['此播种位换箱', 'Another container for this position'])}
        </Button>
      )}
    </div>
  )
}

const shapeOf = (g: SowTask['goods'][number]): string | undefined =>
  g.lit > 0 ? 'sow-now' : parseQty(g.done) + parseQty(g.short) >= parseQty(g.plan) ? 'sow-through' : undefined

/** A container that is divided: of each product how much is to be put and has been. */
function Task({ task }: { task: SowTask }) {
  const t = useText()
  const said = (text: string) => formatQty(parseQty(text))
  return (
    <section className="card sow-task" aria-label={task.container}>
      <h2>
        {task.container} <span className="muted">{task.billNo}</span>
        <StatusTag tone={task.isHere ? 'good' : 'idle'}>
          {t(task.isHere ? ['正在播种', 'Being sorted'] : ['等待播种', 'Waits'])}
        </StatusTag>
      </h2>
      <ul>
        {task.goods.map((g) => (
          <li key={g.id} className={shapeOf(g)}>
            <span>
              <b>{g.code}</b> {g.name}
            </span>
            <span className="num sow-figure">
              {said(g.done)} / {said(g.plan)}
            </span>
            <span className="muted">
              {g.lit > 0 && t(['{n}位亮灯', '{n} lit'], { n: g.lit })}
              {parseQty(g.short) > 0n && t([' 缺{n}', ' {n} short'], { n: said(g.short) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
