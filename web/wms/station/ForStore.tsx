import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useText } from '../../client/text.ts'

/** Whose goods they are from here on, and what to do while no position is free. */
export function ForStore({ line }: { line: WorkLine }) {
  const t = useText()
  return (
    <>
      {line.store && (
        <div className="station-name">
          {line.store.name} <span className="muted num">{line.store.code}</span>
        </div>
      )}
      {!line.toBin && (
        <div className="problem">
          {t(['没有空闲播种位：腾出一个后扫描它', 'No position is free: clear one and scan it'])}
        </div>
      )}
    </>
  )
}
