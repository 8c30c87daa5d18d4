import { Alert } from 'antd'
import { type Problem, Refusal } from '../kernel/Refusal.tsx'

/** Why what somebody wanted was not done, above what he typed; a row that must be settled first is a link. */
export function ActProblem({ of }: { of: Problem | string | undefined }) {
  if (!of) return null
  const title = typeof of === 'string' ? of : <Refusal message={of.message} about={of.about} />
  return <Alert className="act-problem" type="error" showIcon role="alert" title={title} />
}
