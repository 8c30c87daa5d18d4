import { userView } from '@lading/contract/sys/userCalls.ts'
import { type UserConflict, userDutyCalls, userDutyTitle } from '@lading/contract/sys/userDuties.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { once } from '../../ui/once.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

const pageSize = 20
const list = (names: readonly string[]): string => names.join('、')
const columns: readonly ReadColumn<UserConflict>[] = [
  { name: 'user', title: userView.title, width: 130, wraps: true, said: (c) => `${c.username} ${c.realName}` },
  { name: 'duty', title: userDutyTitle, width: 190, said: (c) => c.duty.title, wraps: true },
  { name: 'orgs', title: ['组织', 'Organisation'], width: 150, said: (c) => list(c.orgs), wraps: true },
  {
    name: 'does',
    title: ['前者的角色', 'First by role'],
    width: 90,
    said: (c) => list(c.doesRoles),
    wraps: true,
  },
  {
    name: 'checks',
    title: ['后者的角色', 'Second by role'],
    width: 90,
    said: (c) => list(c.checksRoles),
    wraps: true,
  },
]

/** Users who hold both sides of a duty, where, and by which roles: of all who are listed, or of one. */
export function Conflicts({ of, onClose }: { of: Row | undefined; onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const language = usePrefs((p) => p.language)
  const [page, setPage] = useState(1)
  const asked = of ? { userId: of.id } : {}
  const read = useCall(
    userDutyCalls.query,
    { ...asked, page, pageSize },
    { by: [language], placeholderData: (before) => before },
  )
  const save = () => void once('conflicts', () => download(userDutyCalls.exportConflicts, asked).catch(report))
  return (
    <ActDrawer
      title={of ? `${t(userDutyTitle)}: ${String(of.realName)}` : t(userDutyTitle)}
      reads={read}
      extra={may(userView, 'export') && <Button onClick={save}>{t(words.export)}</Button>}
      onClose={onClose}
    >
      {({ records, total }) => (
        <>
          <p className="muted">
            {t([
              '同一人在同一组织同时拥有两项互相监督的权限。仅提示，不限制；可收回一方的角色。',
              'One person holds two permissions in one organisation of which one watches over the other. It is told and not refused: take one of the roles away.',
            ])}
          </p>
          <ReadTable<UserConflict>
            label={t(userDutyTitle)}
            rows={records}
            columns={columns}
            none={['没有职责冲突', 'No conflicts of duties']}
            isBusy={read.isPlaceholderData}
            pages={{ page, pageSize, total: total ?? 0, go: setPage }}
          />
        </>
      )}
    </ActDrawer>
  )
}

/** The mark in the list of users; pressed, it tells more. */
export function ConflictMark({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <Button type="link" size="small" onClick={onPress}>
      <StatusTag tone="warn">{t(['有冲突', 'Conflict'])}</StatusTag>
    </Button>
  )
}
