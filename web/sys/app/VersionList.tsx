import { appVersion } from '@lading/contract/sys/app.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { Apps } from './Apps.tsx'
import { useVersionActions } from './useVersionActions.tsx'
import { VersionState } from './VersionState.tsx'

const versionCells: Readonly<Record<string, Column['render']>> = {
  disabled: (row) => <VersionState row={row} />,
  grayPercent: (row) => <span className="num">{String(row.grayPercent)} %</span>,
}

/** 应用版本: what devices are offered, to how many of them. */
export function VersionList() {
  const t = useText()
  const { can } = useVerbs(appVersion)
  const { rowActions, bulkActions } = useVersionActions()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SheetList
        of={appVersion}
        cells={versionCells}
        rowActions={rowActions}
        bulkActions={bulkActions}
        tools={() => <Button onClick={() => setOpen(true)}>{t(['应用', 'Apps'])}</Button>}
        none={[
          ['还没有应用版本', 'No app versions yet'],
          ['先登记应用，再新增它的版本。', 'Register an app first, then add its versions.'],
        ]}
      />
      {isOpen && (
        <Apps
          mayCreate={can(appVersion, 'create')}
          mayUpdate={can(appVersion, 'update')}
          mayTurn={can(appVersion, 'enable_disable')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
