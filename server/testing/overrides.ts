import { overrideCalls } from '@lading/contract/sys/override.ts'
import { type Client, password, type TestServer } from './server.ts'

export const testPin = '135790'

/** What the administrator allows a client at his device, for receiving a task line. @returns the override */
export async function permitReceipt(server: TestServer, client: Client, taskLineId: string): Promise<string> {
  const supervisor = await server.as('admin', 'DC01')
  await supervisor.call(overrideCalls.setPin, { password, pin: testPin })
  const { id } = await client.call(overrideCalls.grant, {
    who: 'admin',
    pin: testPin,
    permission: 'wms:task.receive:permit',
    subjectId: taskLineId,
    reason: '门店急需',
  })
  return id
}
