import { AblepickDriver } from './ablepick.ts'
import { realDeps } from './deps.ts'
import type { ControllerAddress, DriverDeps, LightDriver } from './driver.ts'
import { MqttDriver } from './mqtt.ts'

/**
 * The driver for a controller, not started yet.
 * @throws RangeError where its options name no place that its wire knows
 */
export function openDriver(address: ControllerAddress, deps: DriverDeps = realDeps): LightDriver {
  if (address.driver === 'MQTT_JSON') return new MqttDriver(address, deps)
  if (address.driver === 'SIM') return new AblepickDriver({ ...address, host: '127.0.0.1' }, deps)
  return new AblepickDriver(address, deps)
}
