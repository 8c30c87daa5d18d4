import type { Text } from '@lading/contract/kernel/text.ts'
import { type Environment, openCalls } from '@lading/contract/sys/open.ts'
import { useText } from '../client/text.ts'
import { useCall } from '../kernel/useCall.ts'

const names: Partial<Record<Environment, Text>> = {
  TEST: ['测试环境', 'Test'],
  TRAIN: ['培训环境', 'Training'],
}

/** Says when this is not the real thing, so that nobody ships from the training system. */
export function EnvironmentBadge() {
  const t = useText()
  const { data } = useCall(openCalls.info, {}, { staleTime: Number.POSITIVE_INFINITY })
  const name = data && names[data.env]
  return name ? <span className="head-env">{t(name)}</span> : null
}
