import { bindTag, freeTags, unbindTags, warehouseBin } from '@lading/contract/dps/warehouseBin.ts'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { runMany, useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'

const unbind = (rows: readonly Row[]) => runMany(warehouseBin, unbindTags, rows, { title: unbindTags.title })

/** 货位: which tag stands at which bin, and what it shows. */
export function BinList() {
  const { can, refused } = useVerbs(warehouseBin)
  const [taken, setTaken] = useState<Row>()
  const may = can(warehouseBin, 'run')
  return (
    <>
      <SheetList
        of={warehouseBin}
        rowActions={(row, standard) => [
          ...(may && row.tagId === null
            ? [{ key: 'bind', title: bindTag.title, refused, run: () => setTaken(row) }]
            : []),
          ...(may && row.tagId !== null
            ? [{ key: 'unbind', title: unbindTags.title, refused, isAside: true, run: () => void unbind([row]) }]
            : []),
          ...standard,
        ]}
        bulkActions={(standard) => [
          ...(may && !refused ? [{ key: 'unbind', title: unbindTags.title, run: unbind }] : []),
          ...standard,
        ]}
      />
      {taken && <Bind bin={taken} onClose={() => setTaken(undefined)} />}
    </>
  )
}

/** 绑定标签: one that stands nowhere, at a job point. */
function Bind({ bin, onClose }: { bin: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(warehouseBin, bindTag, onClose)
  const asked = useCall(freeTags, {}, { staleTime: 0 })
  const [chosen, setChosen] = useState<{ tagId?: string; jobpointId?: string }>({})
  const { tagId, jobpointId } = chosen
  const select = (
    name: keyof typeof chosen,
    title: string,
    rows: readonly { id: string; code: string; name: string }[] = [],
  ) => (
    <Form.Item label={title} required>
      <Select
        aria-label={title}
        showSearch={{ optionFilterProp: 'label' }}
        value={chosen[name] ?? null}
        options={rows.map((r) => ({ value: r.id, label: `${r.code} ${r.name}`.trim() }))}
        notFoundContent={t(['没有可选的', 'None is free'])}
        onChange={(id: string) => setChosen({ ...chosen, [name]: id })}
      />
    </Form.Item>
  )
  return (
    <ActDialog
      act={act}
      width={420}
      title={`${t(bindTag.title)} ${String(bin.code)}`}
      okText={t(bindTag.title)}
      isReady={tagId !== undefined && jobpointId !== undefined}
      reads={asked}
      onOk={() =>
        void act.run({ binId: bin.id, tagId: tagId ?? '', jobpointId: jobpointId ?? '' }, () =>
          t(['货位{bin}已绑定标签', 'Bin {bin} has a tag now'], { bin: String(bin.code) }),
        )
      }
      onClose={onClose}
    >
      <Form layout="vertical">
        {select('tagId', t(['标签', 'Tag']), asked.data?.tags)}
        {select('jobpointId', t(['作业点', 'Job point']), asked.data?.points)}
      </Form>
    </ActDialog>
  )
}
