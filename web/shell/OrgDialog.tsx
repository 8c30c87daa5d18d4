import { orgTypes } from '@lading/contract/kernel/org.ts'
import type { LoginUser } from '@lading/contract/sys/session.ts'
import { Button, Input, type InputRef, Modal, Tag } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { switchOrganisation } from '../client/account.ts'
import { report } from '../client/errors.ts'
import { latelyOf, recentFirst } from '../client/lately.ts'
import { queryClient } from '../client/query.ts'
import { useUser } from '../client/session.ts'
import { mayLeave, useTabs } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { unsentNote } from '../client/unsent.ts'
import type { ReadColumn } from '../kernel/grid/columns.tsx'
import { ReadTable } from '../kernel/grid/ReadTable.tsx'
import { useNarrow } from '../kernel/useNarrow.ts'
import { words } from '../kernel/words.ts'
import { ask } from '../ui/ask.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { startOver } from './enter.ts'
import { enabledOrgs } from './OrgButton.tsx'

type Org = LoginUser['availableWorkingOrgs'][number]

const tableMaxHeight = 455
const leaveText = ['仍要切换组织吗?', 'Switch organisation anyway?'] as const
const enterText = ['进入', 'Enter'] as const

/** What is typed is lost, and what is not sent stays behind with the organisation: only when the user says so. */
async function maySwitch(): Promise<boolean> {
  if (!(await mayLeave(useTabs.getState().list.map((tab) => tab.key)))) return false
  const note = await unsentNote()
  return !note || (await ask({ title: leaveText, ...note })) !== undefined
}

/** Arrow keys go from the search to the organisations that can be entered, from one to the next, and back. */
function walk(e: KeyboardEvent<HTMLElement>): void {
  const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
  const box = e.currentTarget.closest('.ant-modal')
  const stops = [...(box?.querySelectorAll<HTMLElement>('input, .org-table button:not(:disabled)') ?? [])]
  if (by === 0) return
  e.preventDefault()
  const from = e.target as HTMLElement
  const row = from.closest('tr')
  stops[stops.findIndex((stop) => stop === from || row?.contains(stop)) + by]?.focus()
}

export function OrgDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const user = useUser()
  const orgs = recentFirst(enabledOrgs(user), latelyOf(user.id).orgs)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState('')
  const isNarrow = useNarrow()
  const search = useRef<InputRef>(null)
  const word = typed.trim().toLowerCase()
  const shown = orgs.filter((o) => `${o.code}\n${o.name}`.toLowerCase().includes(word))
  const enter = async (org: Org) => {
    if (busy || org.id === user.workingOrg.id) return
    if (!(await maySwitch())) return
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
      // The dialog itself would give the focus to its cross.
      afterOpenChange={(isOpen) => isOpen && search.current?.focus()}
      title={t(['切换组织({n})', 'Switch organisation ({n})'], { n: orgs.length })}
    >
      <Input.Search
        ref={search}
        allowClear
        value={typed}
        placeholder={t(['代码或名称', 'Code or name'])}
        onChange={(e) => setTyped(e.target.value)}
        onKeyDown={walk}
        onSearch={(_, __, from) => {
          const [first, ...more] = shown.filter((o) => o.id !== user.workingOrg.id)
          if (from?.source === 'input' && first && more.length === 0) void enter(first)
        }}
      />
      <div className="org-table" onKeyDownCapture={walk}>
        <ReadTable<Org>
          label={t(['组织', 'Organisations'])}
          rows={shown}
          columns={columnsOf(isNarrow, (org) => (
            <Button
              size="small"
              type="primary"
              ghost
              loading={busy === org.id}
              disabled={org.id === user.workingOrg.id}
              aria-label={`${t(enterText)} ${org.code} ${org.name}`}
              onClick={() => void enter(org)}
            >
              {t(enterText)}
            </Button>
          ))}
          height={tableMaxHeight}
          onOpen={(org) => void enter(org)}
        />
      </div>
    </Modal>
  )
}

/** Code, name and notes beside each other; on a handheld below each other. */
function columnsOf(isNarrow: boolean, button: (org: Org) => ReactNode): readonly ReadColumn<Org>[] {
  const enter: ReadColumn<Org> = { name: 'enter', title: words.actions, width: 84, render: button }
  return isNarrow ? [one, enter] : [...several, enter]
}
const several: readonly ReadColumn<Org>[] = [
  { name: 'code', title: ['代码', 'Code'], width: 140, said: (org) => org.code },
  { name: 'name', title: ['名称', 'Name'], width: 260, said: (org) => org.name, wraps: true },
  { name: 'note', title: ['说明', 'Note'], width: 190, wraps: true, render: (org) => <Notes org={org} /> },
]
const one: ReadColumn<Org> = {
  name: 'org',
  title: ['组织', 'Organisation'],
  width: 220,
  wraps: true,
  render: (org) => (
    <>
      {org.code} {org.name} <Notes org={org} />
    </>
  ),
}

function Notes({ org }: { org: Org }) {
  const t = useText()
  const user = useUser()
  return (
    <span className="tags">
      <Tag>{t(orgTypes[org.type])}</Tag>
      {org.id === user.orgId && <Tag>{t(['所属组织', 'Home'])}</Tag>}
      {org.id === user.workingOrg.id && <StatusTag tone="good">{t(['当前组织', 'Current'])}</StatusTag>}
    </span>
  )
}
