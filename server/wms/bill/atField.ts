import { Fault } from '@lading/contract/kernel/fault.ts'

/** What the work refuses is told at a field of the form, or of the file. */
export async function atField<T>(field: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault(error.refusal, error.args, [{ field, rule: 'line', message: '' }])
  }
}
