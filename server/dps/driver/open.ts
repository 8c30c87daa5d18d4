import { AblepickDriver } from './ablepick.ts'
import { realDeps } from './deps.ts'
import type { ControllerAddress, DriverDeps, LightDriver } from './driver.ts'

/** The driver for a controller, not started yet. */
export function openDriver(address: ControllerAddress, deps: DriverDeps = realDeps): LightDriver {
  if (address.driver === 'SIM') return new AblepickDriver({ ...address, host: '127.0.0.1' }, deps)
  return new AblepickDriver(address, deps)
}
