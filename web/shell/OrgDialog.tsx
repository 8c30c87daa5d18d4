import type { LoginUser } from '@lading/contract/sys/session.ts'
import { orgTypes } from '@lading/contract/sys/session.ts'
import { Button, Input, Modal, Table, type TableColumnType, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { switchOrganisation } from '../client/account.ts'
import { report } from '../client/errors.ts'
import { queryClient } from '../client/query.ts'
import { useUser } from '../client/session.ts'
import { mayLeave, useTabs } from '../client/tabStore.ts'
import { type Say, useText } from '../client/text.ts'
import { useNarrow } from '../kernel/useNarrow.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { startOver } from './enter.ts'
import { enabledOrgs } from './OrgButton.tsx'

type Org = LoginUser['availableWorkingOrgs'][number]

const tableMaxHeight = 455

export function OrgDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const user = useUser()
  const orgs = enabledOrgs(user)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState('')
  const isNarrow = useNarrow()
  const word = typed.trim().toLowerCase()
  const shown = orgs.filter((o) => `${o.code}\n${o.name}`.toLowerCase().includes(word))
  const enter = async (org: Org) => {
    if (busy || org.id === user.workingOrg.id) return
    if (!(await mayLeave(useTabs.getState().list.map((tab) => tab.key)))) return
    setBusy(org.id)
    try {
      await switchOrganisation(org.id)
      queryClient.clear()
      onClose()
      startOver()
    } catch (error) {
      report(error)
      setBusy('')
    }
  }
  return (
    <Modal
      open
      centered
      width={640}
      footer={null}
      onCancel={onClose}
      title={t(['切换组织({n})', 'Switch organisation ({n})'], { n: orgs.length })}
    >
      <Input.Search
        autoFocus
        allowClear
        value={typed}
        placeholder={t(['代码或名称', 'Code or name'])}
        onChange={(e) => setTyped(e.target.value)}
        onSearch={() => shown.length === 1 && shown[0] && void enter(shown[0])}
      />
      <Table<Org>
        className="org-table"
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={shown}
        scroll={{ y: tableMaxHeight }}
        onRow={(org) => ({ onDoubleClick: () => void enter(org) })}
        columns={columnsOf(t, isNarrow, (org) => (
          <Button
            size="small"
            type="primary"
            ghost
            loading={busy === org.id}
            disabled={org.id === user.workingOrg.id}
            onClick={() => void enter(org)}
          >
            {t(['进入', 'Enter'])}
          </Button>
        ))}
      />
    </Modal>
  )
}

/** Code, name and notes beside each other; on a handheld below each other. */
function columnsOf(t: Say, isNarrow: boolean, button: (org: Org) => ReactNode): TableColumnType<Org>[] {
  const several: TableColumnType<Org>[] = [
    { title: t(['代码', 'Code']), dataIndex: 'code', width: 110 },
    { title: t(['名称', 'Name']), dataIndex: 'name' },
    { title: t(['说明', 'Note']), width: 190, render: (_, org) => <Notes org={org} /> },
  ]
  const one: TableColumnType<Org> = {
    title: t(['组织', 'Organisation']),
    render: (_, org) => (
      <>
        {org.code} {org.name} <Notes org={org} />
      </>
    ),
  }
  const enter: TableColumnType<Org> = { width: 84, align: 'right', render: (_, org) => button(org) }
  return isNarrow ? [one, enter] : [...several, enter]
}

function Notes({ org }: { org: Org }) {
  const t = useText()
  const user = useUser()
  return (
    <span className="tags">
      <Tag>{t(orgTypes[org.type])}</Tag>
      {org.id === user.orgId && <Tag>{t(['所属组织', 'Own'])}</Tag>}
      {org.id === user.workingOrg.id && <StatusTag tone="good">{t(['当前组织', 'Current'])}</StatusTag>}
    </span>
  )
}
