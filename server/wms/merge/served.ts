import * as calls from '@lading/contract/wms/mergeCalls.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { contentsNow, mergeableNow } from './list.ts'
import { startMerging } from './start.ts'

/** 并箱: which containers may be merged, and the task that does it. */
export const mergeServed = (): Served[] => [
  serve(calls.mergeable, mergeableNow),
  serve(calls.mergeContents, contentsNow),
  serve(calls.startMerge, startMerging),
]
