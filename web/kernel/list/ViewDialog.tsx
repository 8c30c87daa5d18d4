import { listView } from '@lading/contract/sys/listView.ts'
import { listViewCalls } from '@lading/contract/sys/listViewCalls.ts'
import { Checkbox, Input, type InputRef, Select } from 'antd'
import { useId, useRef, useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused, report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { notify } from '../../ui/notices.tsx'
import { TabModal } from '../overlay.tsx'
import { useMay } from '../permission.ts'
import { useCall } from '../useCall.ts'
import { words } from '../words.ts'
import { bodyOf } from './savedView.ts'
import type { ListModel } from './useList.ts'
import type { Naming } from './ViewChoice.tsx'
import { viewsChanged } from './viewsChanged.ts'

const nameMax = 40

interface Props {
  readonly list: ListModel
  readonly naming: Naming
  readonly onClose: () => void
}

/** Gives what the list shows a name: for oneself, or for a role. Or gives a view another name. */
export function ViewDialog({ list, naming, onClose }: Props) {
  const t = useText()
  const fieldId = useId()
  const field = useRef<InputRef>(null)
  const [name, setName] = useState(naming.kind === 'rename' ? naming.view.name : '')
  const [roleId, setRole] = useState<string>()
  const [isDefault, setDefault] = useState(false)
  const [problem, setProblem] = useState('')
  const maySend = useMay()(listView, 'release') && naming.kind === 'new'
  const create = useWrite(listViewCalls.create)
  const share = useWrite(listViewCalls.share)
  const update = useWrite(listViewCalls.update)
  const typed = name.trim()
  const write = async (): Promise<void> => {
    if (naming.kind === 'rename') {
      const { id, version } = naming.view
      await update.run({ id, version, name: typed })
      await viewsChanged()
      return
    }
    const body = bodyOf(list.state, list.layout)
    const view = { list: list.entity.key, name: typed, body }
    const { id } = roleId ? await share.run({ ...view, roleId }) : await create.run(view)
    // The view is saved by now: that it opens nothing is told, and nobody has to save it again.
    if (isDefault) await call(listViewCalls.setDefault, { list: list.entity.key, id }).catch(report)
    await viewsChanged()
    list.view.choose({ id, body })
  }
  const save = async (): Promise<void> => {
    try {
      await write()
      notify('good', t(words.saved))
      onClose()
    } catch (error) {
      setProblem(asRefused(error).message)
      // What is refused may have been changed elsewhere.
      await viewsChanged()
    }
  }
  const isBusy = create.isBusy || share.isBusy || update.isBusy
  return (
    <TabModal
      open
      width={420}
      title={t(naming.kind === 'rename' ? ['重命名视图', 'Rename the view'] : ['视图另存为', 'Save as a view'])}
      okText={t(words.save)}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: typed === '' }}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      // Not sooner: the panel that leads here gives the focus back as it closes.
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <div className="view-form">
        {problem && (
          <div className="problem" role="alert">
            {problem}
          </div>
        )}
        <label htmlFor={`${fieldId}n`}>{t(['名称', 'Name'])}</label>
        <Input
          id={`${fieldId}n`}
          ref={field}
          maxLength={nameMax}
          value={name}
          onChange={(e) => setName(e.target.value)}
          onPressEnter={() => typed !== '' && !isBusy && void save()}
        />
        {maySend && <RoleChoice id={`${fieldId}r`} value={roleId} onChange={setRole} />}
        {naming.kind === 'new' && (
          <Checkbox checked={isDefault} onChange={(e) => setDefault(e.target.checked)}>
            {t(['打开列表时默认显示（仅自己）', 'Open the list with it (for me)'])}
          </Checkbox>
        )}
      </div>
    </TabModal>
  )
}

/** With whom it is shared; with nobody it is one's own. */
function RoleChoice({
  id,
  value,
  onChange,
}: {
  id: string
  value: string | undefined
  onChange: (v?: string) => void
}) {
  const t = useText()
  const roles = useCall(listViewCalls.roles, {})
  return (
    <>
      <label htmlFor={id}>{t(['共享给角色', 'Share with role'])}</label>
      <Select
        id={id}
        className="wide"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        loading={roles.isPending}
        value={value ?? null}
        placeholder={t(['不共享，仅自己使用', 'Nobody: for me only'])}
        options={(roles.data ?? []).map((r) => ({ value: r.id, label: `${r.name} · ${r.orgName}` }))}
        onChange={(v: string | null) => onChange(v ?? undefined)}
      />
      {roles.error ? (
        <div className="problem" role="alert">
          {asRefused(roles.error).message}
        </div>
      ) : null}
    </>
  )
}
