/** No answer, or none from the server itself. */
const retryable: readonly (number | undefined)[] = [0, 502, 503, 504]

/** Whether a reading is tried again: twice, where the way to the server failed, never where it refused. */
export const isRetried = (failures: number, status: number | undefined): boolean =>
  failures < 2 && retryable.includes(status)

export const retryDelayMs = (failures: number): number => (failures === 0 ? 500 : 1500)
