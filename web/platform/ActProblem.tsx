import { Alert } from 'antd'

/** Why what somebody wanted was not done, above what he typed. */
export const ActProblem = ({ text }: { text: string | undefined }) =>
  text ? <Alert className="act-problem" type="error" showIcon role="alert" title={text} /> : null
