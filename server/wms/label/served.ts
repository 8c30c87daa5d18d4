import * as calls from '@lading/contract/wms/labelCalls.ts'
import { labelEx, pickLabel, rplLabel } from '@lading/contract/wms/pickLabel.ts'
import sql from 'sql-template-tag'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { shown } from '../shown.ts'
import * as exceptions from './exceptions.ts'
import * as work from './work.ts'

/** 标签: taking and finishing them, what goes wrong with them, and those of replenishment. */
export const labelServed = (): Served[] => [
  ...shown(pickLabel, pickLabel, [sql`t.kind = 'PICK'`]),
  ...shown(labelEx, pickLabel, [sql`t.exception_code is not null`]),
  ...shown(rplLabel, pickLabel, [sql`t.kind = 'RPL'`]),
  serve(calls.takenLabels, work.takenBy),
  serve(calls.obtainLabels, work.obtain),
  serve(calls.confirmLabel, work.confirmOne),
  serve(calls.finishLabels, work.finish),
  serve(calls.returnLabels, work.giveBack),
  serve(calls.findLabel, exceptions.find),
  serve(calls.shortLabel, exceptions.short),
  serve(calls.replaceLabel, exceptions.replace),
  serve(calls.moveLabel, exceptions.move),
  serve(calls.surplusLabel, exceptions.surplus),
  serve(calls.voidLabel, exceptions.voided),
]
