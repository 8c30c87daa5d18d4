import type { Touches } from '../kernel/touches.ts'

/** What changes with what in the administration. */
export const sysTouches: Touches = {
  writes: {
    // A test call is a call.
    'sys.openAccount': ['sys.openCallLog'],
    // A robot that is removed takes what was sent to it with it, and a test is sent.
    'sys.messageRobot': ['sys.robotDelivery'],
    // Runs are noted by themselves; who looks at reports may look at them, too.
    'sys.customReport': ['sys.reportRun'],
    // A test label is a batch.
    'sys.printer': ['sys.printBatch', 'sys.printLog'],
  },
}
