import type { Touches } from '../kernel/touches.ts'

/** What changes with what in the administration. */
export const sysTouches: Touches = {
  writes: {
    // A test call is a call.
    'sys.openAccount': ['sys.openCallLog'],
    // A test label is a batch.
    'sys.printer': ['sys.printBatch', 'sys.printLog'],
  },
}
