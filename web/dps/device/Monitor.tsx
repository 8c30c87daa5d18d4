import { handleExceptions } from '@lading/contract/dps/calls.ts'
import { heardEvents, searchEvents } from '@lading/contract/dps/deviceCalls.ts'
import { dpsException } from '@lading/contract/dps/light.ts'
import { systemMonitor } from '@lading/contract/dps/systemMonitor.ts'
import { instant } from '@lading/contract/kernel/field.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { FilterInput } from '../../kernel/field/filterInputs.tsx'
import { readRange } from '../../kernel/list/filters.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { runMany, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { BoardPage } from '../../platform/BoardPage.tsx'
import { SheetListWithin } from '../../platform/sheet/SheetList.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Events } from './Live.tsx'
import './monitor.css'

/** 系统监控: what of the devices wants somebody, and who pressed what. */
export const Monitor = () => (
  <BoardPage of={systemMonitor}>
    <Exceptions />
    <Log />
  </BoardPage>
)

const handle = (rows: readonly Row[]) => runMany(dpsException, handleExceptions, rows)
function Exceptions() {
  const t = useText()
  const { can, refused } = useVerbs(dpsException)
  const may = can(dpsException, 'run')
  return (
    <section className="card board-all monitor-open">
      <h2 className="board-title">{t(['异常', 'Exceptions'])}</h2>
      <SheetListWithin
        of={dpsException}
        where={{ state: ['OPEN'] }}
        omit={['state']}
        link={false}
        none={[
          ['没有待处理的异常', 'Nothing is open'],
          ['原因消失的异常会自动关闭。', 'What has gone by itself is closed by itself.'],
        ]}
        bulkActions={() =>
          may && refused === undefined ? [{ key: 'handle', title: handleExceptions.title, run: handle }] : []
        }
        rowActions={(row) =>
          may ? [{ key: 'handle', title: handleExceptions.title, refused, run: () => void handle([row]) }] : []
        }
      />
    </section>
  )
}

const { container, tag, rxAt } = heardEvents.fields
const asked = { container, tag, rxAt: instant(rxAt?.title ?? ['', ''], { filter: true }) } as const
type Asked = { readonly [K in keyof typeof asked]: string }

/** Asked by container, tag or days; of none it tells the last day. */
function Log() {
  const t = useText()
  const [value, setValue] = useState<Asked>({ container: '', tag: '', rxAt: '' })
  const input = Object.fromEntries(
    Object.entries({ container: value.container, tag: value.tag, ...readRange(value.rxAt) }).filter(([, v]) => v),
  )
  const read = useCall(searchEvents, input)
  return (
    <section className="card board-all">
      <h2 className="board-title">{t(['按键日志', 'Who pressed what'])}</h2>
      <div className="log-asked">
        {Object.entries(asked).map(([name, field]) => (
          <div key={name} className="filter">
            <span className="filter-title">{t(field?.title ?? ['', ''])}</span>
            {field && (
              <FilterInput
                name={name}
                field={field}
                title={t(field.title)}
                value={value[name as keyof Asked]}
                onChange={(v) => setValue({ ...value, [name]: v })}
              />
            )}
          </div>
        ))}
      </div>
      {read.data ? (
        <Events of={heardEvents} {...read.data} />
      ) : read.error ? (
        <NotRead of={read} />
      ) : (
        <SkeletonRows label={t(words.loading)} />
      )}
    </section>
  )
}
