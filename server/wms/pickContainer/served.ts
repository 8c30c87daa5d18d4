import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import * as calls from '@lading/contract/wms/pickContainerCalls.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { shown } from '../shown.ts'
import { assign, free, rebind } from './assign.ts'
import { contents } from './contents.ts'
import { preparableNow } from './list.ts'

/** 拣货容器打印: which containers picks are to fill; how they fill them is the picks' own. */
export const pickContainerServed = (): Served[] => [
  ...shown(pickContainer),
  serve(calls.preparable, preparableNow),
  serve(calls.containerContents, contents),
  serve(calls.assignContainers, assign),
  serve(calls.rebindContainer, rebind),
  serveEach(calls.freeContainers, free),
]
