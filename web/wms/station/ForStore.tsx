import type { Text } from '@lading/contract/kernel/text.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useText } from '../../client/text.ts'
import type { StationType } from './place.ts'

const noPosition: Text = ['没有空闲播种位：腾出一个后扫描它', 'No position is free: clear one and scan it']
const noBin: Text = ['没有空集货位：请扫描放得下的集货位', 'No staging bin is free: scan one with room']

/** Whose goods they are from here on, and what to do while no place is free. */
export function ForStore({ line, type }: { line: WorkLine; type: StationType }) {
  const t = useText()
  return (
    <>
      {line.store && (
        <div className="station-name">
          {line.store.name} <span className="muted num">{line.store.code}</span>
        </div>
      )}
      {!line.product && <div className="num">{line.fromContainer?.code}</div>}
      {!line.toBin && <div className="problem">{t(type === 'SOW' ? noPosition : noBin)}</div>}
    </>
  )
}
