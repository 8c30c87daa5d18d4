import { listView } from '@lading/contract/sys/listView.ts'
import { report } from '../../client/errors.ts'
import { readUserAgain } from '../../client/renew.ts'
import { changed } from '../verbs.tsx'

/** After views were written: those of each list are read again, and with which one it opens, which stands with the user. */
export const viewsChanged = (): Promise<unknown> => Promise.all([changed(listView), readUserAgain().catch(report)])
