import { exportDefinitionCalls } from '@lading/contract/sys/exportDefinition.ts'
import { call } from '../../client/client.ts'

/** In which formats something may be exported here; undefined: in each. @param subject the key of an entity */
export async function permittedFormats(subject: string): Promise<readonly string[] | undefined> {
  const { formats } = await call(exportDefinitionCalls.rules, { subject })
  return formats ? [formats.toLowerCase()] : undefined
}
