import { readsOf } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { listView } from '@lading/contract/sys/listView.ts'
import { mail } from '@lading/contract/sys/mail.ts'
import { message } from '@lading/contract/sys/message.ts'
import { platformOption } from '@lading/contract/sys/option.ts'
import { platformMail } from '@lading/contract/sys/platformMail.ts'
import { exportRecord, importRecord } from '@lading/contract/sys/sheetRecord.ts'
import { tenantBackup } from '@lading/contract/sys/tenantBackup.ts'
import { permissionSubjects, tables } from '@lading/contract/tables.ts'
import { touches } from '@lading/contract/touches.ts'
import { expect, test } from 'vitest'
import { areaServed, computations } from './areas.ts'
import type { Ctx } from './kernel/ctx.ts'

const passive = ['view', 'export', 'print']
/** What somebody does something to, or is told by himself of his own: of this there are news. */
const told = [
  ...permissionSubjects.filter((e) => !e.appendOnly && e.actions.some((action) => !passive.includes(action))),
  ...[message, mail, platformMail, platformOption, exportRecord, importRecord, listView, tenantBackup],
]
const tableOf = new Map(permissionSubjects.map((e) => [e.key, e.table]))
/** Whether news of a topic have what is kept under a key read again: by name, as a view of its table, or as touched. */
const reaches = (topic: string, key: string): boolean =>
  [topic, ...(touches[topic] ?? [])].some(
    (k) => k === key || (tableOf.get(k) !== undefined && tableOf.get(k) === tableOf.get(key)),
  )
const isReached = (key: string): boolean => told.some((e) => reaches(e.key, key))

test('whatever a page may ask is asked again when what it is about has changed', () => {
  const reading = areaServed('only to be listed').filter(({ call }) => !call.writes && !call.binary)
  const deaf = reading.flatMap(({ call }) =>
    readsOf(call).flatMap((key) => (isReached(key) ? [] : [`${call.path} reads ${key}, of which no news come`])),
  )
  expect(deaf).toEqual([])
})

test('what no news can change is said to be so, one by one', () => {
  const silent = areaServed('only to be listed').filter(({ call }) => !call.writes && readsOf(call).length === 0)
  expect(silent.map(({ call }) => call.path.replace('/fw/api/sys/', '')).sort()).toEqual([
    // Asked once, of a scan that was refused.
    '/wms/api/task/scanned',
    'auditLog/getById',
    'auditLog/query',
    'auditLog/verifyChain',
    'cache/database',
    'cache/errors',
    'cache/list',
    'cache/server',
    'cache/slow',
    'cache/sockets',
    'dataCollection/objects',
    'loginLog/query',
    'openAccount/scopes',
    'options/query',
    'printTemplate/preview',
    'report/queryApplication',
    'report/run',
    // A scale says something else with every look: it is asked again as long as somebody weighs.
    'scale/choices',
    'scale/current',
    'scale/watch',
    'search/records',
    'userPreference/queryHistoryList',
    'userPreference/queryLanguage',
    'userPreference/querySubscribeList',
  ])
})

const here = { tenantId: '1', org: { id: '1', timeZone: 'Asia/Shanghai' }, now: () => new Date(0), owners: null }
/** Names of master data change seldom, and stand in every label; what changes all day is where goods and work are. */
const work = new Set(
  ['stock', 'reservation', 'binClaim', 'task', 'taskLine', 'container', 'productBin', 'shipBill', 'shipStop']
    .concat(['operateBill', 'operateBillLine', 'orderBill', 'orderBillLine'])
    .map((noun) => `wms.${noun}`),
)
const byTable = new Map(tables.map((e) => [e.table, e]))
/** Whose news tell of a row of a table: its own, or its parent's, or those of what writes it. */
const topicsOf = ({ key, parent }: AnyEntity): readonly string[] => {
  const own = told.find((e) => e.key === key)
  if (own) return [own.key]
  return parent ? [parent] : told.flatMap((e) => (touches[e.key]?.includes(key) ? [e.key] : []))
}

test('what is worked out from other rows is read again with them', () => {
  const forgotten: string[] = []
  for (const [table, fields] of Object.entries(computations)) {
    const shows = byTable.get(table)
    if (!shows || shows.parent !== undefined) continue
    for (const [name, { value }] of Object.entries(fields)) {
      const read = new Set(value(here as unknown as Ctx).sql.match(/\b(?:wms|mdm)_\w+/g))
      for (const t of read) {
        const source = byTable.get(t)
        if (!source || !work.has(source.key) || source.key === shows.key) continue
        for (const topic of topicsOf(source))
          if (!reaches(topic, shows.key)) forgotten.push(`${topic} → ${shows.key}.${name} (reads ${source.key})`)
      }
    }
  }
  expect([...new Set(forgotten)]).toEqual([])
})
