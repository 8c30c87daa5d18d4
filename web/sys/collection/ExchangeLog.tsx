import type { Text } from '@lading/contract/kernel/text.ts'
import { type BusinessEvent, businessEvents } from '@lading/contract/sys/businessEvent.ts'
import { type Direction, dataInteractive } from '@lading/contract/sys/collection.ts'
import { interactiveCalls as calls } from '@lading/contract/sys/collectionCalls.ts'
import { useMemo, useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { entityOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { SheetListWithin } from '../../platform/sheet/SheetList.tsx'
import { logEntity } from '../logEntity.ts'
import { RecordTag } from './cells.tsx'
import { useRecordActions } from './useRecordActions.ts'

const texts = {
  none: ['没有记录', 'No records'],
  how: ['收到或发出的每一条数据都会记录在这里。', 'Every record that comes in or goes out is kept here.'],
  answer: ['对方应答', 'Answer of the other side'],
  masked: ['姓名、地址和凭证已隐去。', 'Names, addresses and credentials are masked.'],
} as const satisfies Record<string, Text>

const isEvent = (value: unknown): value is BusinessEvent => Object.hasOwn(businessEvents, String(value))
const cells: Readonly<Record<string, Column['render']>> = {
  status: (row, t) => <RecordTag state={row.status} t={t} />,
  // An entity by its key, an event by its name.
  object: (row, t) => {
    const key = String(row.object)
    return isEvent(key) ? t(businessEvents[key]) : t(entityOf(key).title)
  },
  message: (row, t) => t([String(row.message ?? ''), String(row.messageEn ?? row.message ?? '')]),
}
const shown = ['businessNo', 'configId', 'direction', 'status', 'message', 'object', 'httpStatus', 'tries', 'nextAt']
/** What is the same for all that one collection brings in, or is said of messages that go out only. */
const notOf: Readonly<Record<Direction, readonly string[]>> = {
  IN: ['configId', 'direction', 'object', 'httpStatus', 'nextAt'],
  OUT: ['configId', 'direction'],
}

/** What became of each record. @param o.configId of one collection, with its direction; left out: of all */
export function ExchangeLog({ configId, direction }: { configId?: string; direction?: Direction }) {
  const [opened, setOpened] = useState<Row>()
  const { rowActions, bulkActions } = useRecordActions(setOpened)
  const of = useMemo(() => {
    const without = direction === undefined ? [] : notOf[direction]
    const version = direction === 'IN' ? ['sourceVersion'] : []
    const list = [...shown.filter((name) => !without.includes(name)), ...version, 'revision', 'doneAt']
    const first = ['businessNo', 'status', 'direction'].filter((name) => !without.includes(name))
    return logEntity({ ...dataInteractive, list }, { first })
  }, [direction])
  return (
    <>
      <SheetListWithin
        of={of}
        cells={cells}
        link={false}
        {...(configId !== undefined && { where: { configId }, omit: ['configId'] })}
        rowActions={rowActions}
        bulkActions={() => bulkActions}
        none={[texts.none, texts.how]}
      />
      {opened && <Content row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Content({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const read = useCall(calls.payload, { id: row.id })
  return (
    <ActDrawer title={String(row.businessNo)} onClose={onClose}>
      <p className="hint">{t(texts.masked)}</p>
      {read.error && <NotRead of={read} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <pre className="open-text" tabIndex={0}>
        {read.data?.payload ?? ''}
      </pre>
      {read.data?.answer && (
        <>
          <h4>{t(texts.answer)}</h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
          <pre className="open-text" tabIndex={0}>
            {read.data.answer}
          </pre>
        </>
      )}
    </ActDrawer>
  )
}
