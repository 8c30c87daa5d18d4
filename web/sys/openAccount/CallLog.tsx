import { openCallLog } from '@lading/contract/sys/openAccount.ts'
import { Segmented } from 'antd'
import { type Say, useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { words } from '../../kernel/words.ts'
import { SheetListWithin } from '../../platform/sheet/SheetList.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { logEntity } from '../logEntity.ts'

const Outcome = ({ code, t }: { code: unknown; t: Say }) =>
  code === 0 ? (
    <StatusTag tone="good">{t(['成功', 'Done'])}</StatusTag>
  ) : (
    <StatusTag tone="bad">{String(code)}</StatusTag>
  )
const of = logEntity(openCallLog, { first: ['path', 'code', 'traceId', 'ip'] })
const cells: Readonly<Record<string, Column['render']>> = {
  code: (row, t) => <Outcome code={row.code} t={t} />,
}

/** The calls of an account in the last thirty days, latest first. */
export const CallLog = ({ id }: { id: string }) => (
  <SheetListWithin
    of={of}
    cells={cells}
    link={false}
    where={{ accountId: id }}
    omit={['accountId']}
    above={(list) => <Which list={list} />}
    none={[
      ['没有调用', 'No calls'],
      ['该账号的每次调用保留30天。', 'Each call of the account is kept for 30 days.'],
    ]}
  />
)

/** Codes from 1 are refusals. */
const refused = '1~'
function Which({ list }: { list: ListModel }) {
  const t = useText()
  const { code, ...others } = list.state.filter
  return (
    <Segmented<'all' | 'refused'>
      value={code === refused ? 'refused' : 'all'}
      options={[
        { value: 'all', label: t(words.all) },
        { value: 'refused', label: t(['被拒绝', 'Refused']) },
      ]}
      onChange={(next) => list.setState({ filter: next === 'refused' ? { ...others, code: refused } : others })}
    />
  )
}
