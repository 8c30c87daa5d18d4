import { container, containerFlow } from '@lading/contract/wms/container.ts'
import { createContainers, generateMax } from '@lading/contract/wms/masterCalls.ts'
import { Button, InputNumber, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { Row } from '../../kernel/records.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { StateChips } from '../../platform/bill/StateChips.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useChecks } from '../check/useChecks.ts'
import { printings } from '../printings.ts'
import { flowing, listed, useContainerActions } from './useContainerActions.ts'

/** One that came to its end has done its work; one that is lost has not. */
function ContainerState({ state }: { state: string }) {
  const t = useText()
  if (state === 'CLOSED') return <StatusTag tone="idle">{t(containerFlow.states.CLOSED)}</StatusTag>
  if (state === 'LOST') return <StatusTag tone="bad">{t(containerFlow.states.LOST)}</StatusTag>
  return <StateTag flow={containerFlow} state={state} />
}
const cells = { state: (row: Row) => <ContainerState state={String(row.state)} /> }

/** The register of containers: where each is, what may be done with it, and new ones by the series. */
export function ContainerList() {
  const prints = usePrint(listed, printings.container)
  const actionsOf = useContainerActions()
  const checks = useChecks()
  return (
    <SheetList
      of={listed}
      cells={cells}
      omit={['state']}
      above={(list) => <StateChips of={flowing} list={list} />}
      tools={() => <CreateButton />}
      bulkActions={() => [...prints.bulkActions, ...checks.ofContainers]}
      rowActions={actionsOf}
    />
  )
}

function CreateButton() {
  const t = useText()
  const { can, refused } = useVerbs(container)
  const [isOpen, setOpen] = useState(false)
  if (!can(container, 'create')) return null
  return (
    <>
      <Tooltip title={refused}>
        <span>
          <Button type="primary" disabled={refused !== undefined} onClick={() => setOpen(true)}>
            {t(['批量新增', 'Create in bulk'])}
          </Button>
        </span>
      </Tooltip>
      {isOpen && <CreateDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const act = useAct(container, createContainers, onClose)
  const [typeId, setTypeId] = useState<string>()
  const [count, setCount] = useState<number | null>(10)
  const create = () =>
    !typeId || !count
      ? act.setProblem(t(['请选择类型并填写数量', 'Choose a type and a number']))
      : void act.run({ typeId, count }, (made) =>
          t(['已新增{count}个：{first} 至 {last}', 'Created: {count} ({first} to {last})'], made),
        )
  return (
    <ActDialog
      act={act}
      width={420}
      title={t(['批量新增容器', 'Create containers'])}
      okText={t(words.ok)}
      onOk={create}
      onClose={onClose}
    >
      <div className="field">
        <span className="needed">{t(['容器类型', 'Container type'])}</span>
        <RefSelect
          to="wms.containerType"
          title={t(['容器类型', 'Container type'])}
          value={typeId}
          onChange={(id) => setTypeId(id ?? undefined)}
        />
      </div>
      <div className="field">
        <span className="needed">{t(['数量', 'How many'])}</span>
        <InputNumber
          className="wide"
          min={1}
          max={generateMax}
          precision={0}
          value={count}
          aria-label={t(['数量', 'How many'])}
          onChange={setCount}
        />
      </div>
    </ActDialog>
  )
}
