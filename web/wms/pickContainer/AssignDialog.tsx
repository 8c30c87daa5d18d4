import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { assignContainers, type Preparable } from '@lading/contract/wms/pickContainerCalls.ts'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { print } from '../../platform/print/usePrint.ts'
import { printings } from '../printings.ts'

const typeTitle = ['容器类型', 'Container type'] as const

/** 分配: new cartons for the chosen tasks, or totes that are scanned one after the other for one of them. Labels come at once. */
export function AssignDialog({ tasks, onClose }: { tasks: readonly Preparable[]; onClose: () => void }) {
  const t = useText()
  const ids = { codes: useId() }
  const [only] = tasks
  const [typeId, setType] = useState<string>()
  const [text, setText] = useState('')
  const codes = [...new Set(text.split(/[\s,，;；]+/).filter(Boolean))]
  const act = useAct(pickContainer, assignContainers, onClose)
  const isOne = tasks.length === 1
  const run = () =>
    act.run(
      { taskIds: tasks.map((k) => k.id), ...(typeId && { typeId }), ...(isOne && codes.length > 0 && { codes }) },
      ({ containers, kept }) => {
        if (containers.length > 0) void print(pickContainer, printings.pickContainer, containers, 'LABEL')
        return kept.length > 0
          ? t(['任务{no}已有容器，未作改动', 'Task {no} has its containers already: nothing was changed'], {
              no: kept.join(', '),
            })
          : t(['已分配{n}个容器', '{n} {n|container|containers} assigned'], { n: containers.length })
      },
    )
  return (
    <ActDialog
      act={act}
      width={520}
      title={`${t(assignContainers.title)} ${isOne ? (only?.taskNo ?? '') : t(['{n}个任务', '{n} tasks'], { n: tasks.length })}`}
      okText={t(['分配并打印', 'Assign and print'])}
      onOk={() => void run()}
      onClose={onClose}
    >
      <div className="field">
        <span>{t(['容器类型（空白为拣货分区的）', "Container type (blank: the pick area's)"])}</span>
        <RefSelect
          to="wms.containerType"
          title={t(typeTitle)}
          value={typeId}
          onChange={(id) => setType(id ?? undefined)}
        />
      </div>
      {isOne ? (
        <div className="field">
          <label htmlFor={ids.codes}>
            {t(['扫描空闲容器（需{n}个，已扫描{m}个）', 'Scan idle containers (needed: {n}, scanned: {m})'], {
              n: only?.needed ?? '–',
              m: codes.length,
            })}
          </label>
          <Input.TextArea
            id={ids.codes}
            autoFocus
            rows={4}
            value={text}
            maxLength={10_000}
            onChange={(e) => setText(e.target.value)}
          />
          <p className="muted">
            {t([
              '一次性箱留空即可，系统生成新箱号；周转箱逐个扫描',
              'Leave blank for cartons, which get new numbers; scan totes one by one',
            ])}
          </p>
        </div>
      ) : (
        <p className="muted">
          {t([
            '多个任务只能使用一次性箱，周转箱请逐个任务扫描',
            'Several tasks at once take cartons; totes are scanned task by task',
          ])}
        </p>
      )}
    </ActDialog>
  )
}
