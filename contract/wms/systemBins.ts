import type { BinUsage } from './place.ts'

/**
 * Bins that stand for a stage until somebody has drawn real ones: nobody finds a label of them, so nobody is sent there.
 */
export const systemBins = {
  'SYS-RECEIVE': 'RECEIVE',
  'SYS-QC': 'QC',
  'SYS-PUTAWAY': 'PUTAWAY_TRANSIT',
  'SYS-REPLENISH': 'RPL_TRANSIT',
  'SYS-PICK': 'PICK_TRANSIT',
  'SYS-COLLECT': 'COLLECT',
  'SYS-DOCK': 'DOCK',
  'SYS-RETURN': 'RTN_RECEIVE',
  'SYS-VENDOR': 'VENDOR_COLLECT',
  'SYS-EXCEPTION': 'EXCEPTION',
} as const satisfies Record<string, BinUsage>
export const isSystemBin = (code: string): boolean => Object.hasOwn(systemBins, code)
