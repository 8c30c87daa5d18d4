import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { exportRecord, importRecord, sheetRecordCalls, sheetRecordLimits } from '@lading/contract/sys/sheetRecord.ts'
import { download } from '../client/client.ts'
import { report } from '../client/errors.ts'
import { type Say, useText } from '../client/text.ts'
import { EntityList } from '../kernel/list/EntityList.tsx'
import type { Row } from '../kernel/records.ts'
import type { Tone } from '../ui/Mark.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'

const tones: Readonly<Record<string, Tone>> = {
  RUNNING: 'busy',
  DONE: 'good',
  CHECKED: 'idle',
  REFUSED: 'warn',
  FAILED: 'bad',
}
const kilobyte = 1024

/** Cells that a record of a file draws otherwise than its kinds. */
const cellsOf = (of: AnyEntity) => ({
  state: (row: Row, t: Say) => {
    const state = String(row.state)
    return <StatusTag tone={tones[state] ?? 'idle'}>{t(of.fields.state?.choices?.[state] ?? [state, state])}</StatusTag>
  },
  size: (row: Row) =>
    typeof row.size === 'number' ? <span className="num">{Math.ceil(row.size / kilobyte)} kB</span> : null,
})

interface Props {
  readonly of: AnyEntity
  readonly none: readonly [title: Text, hint: Text]
  readonly action: Text
  readonly file: Call<{ id: string }, unknown>
}

function Records({ of, none, action, file }: Props) {
  const t = useText()
  return (
    <EntityList
      of={of}
      link={false}
      none={none}
      cells={cellsOf(of)}
      rowActions={(row) => [
        {
          key: 'file',
          title: action,
          run: () => void download(file, { id: row.id }).catch(report),
          ...(row.fileId === null && { refused: t(sheetFaults.notKept.text) }),
        },
      ]}
    />
  )
}

const kept: Text = [
  `文件保留${sheetRecordLimits.fileDays}天，最多${sheetRecordLimits.filesPerUser}个`,
  `Files are kept for ${sheetRecordLimits.fileDays} days, ${sheetRecordLimits.filesPerUser} at most`,
]

/** 我的导出 */
export const ExportRecords = () => (
  <Records
    of={exportRecord}
    none={[['还没有导出过', 'Nothing exported yet'], kept]}
    action={['再次下载', 'Download again']}
    file={sheetRecordCalls.exportFile}
  />
)

/** 我的导入 */
export const ImportRecords = () => (
  <Records
    of={importRecord}
    none={[['还没有导入过', 'Nothing imported yet'], kept]}
    action={['错误文件', 'Marked file']}
    file={sheetRecordCalls.errorFile}
  />
)
