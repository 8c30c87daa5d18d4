import { emailText } from '@lading/contract/sys/email.ts'
import { reportPlanCalls as calls, planBound, reportPlan } from '@lading/contract/sys/reportPlan.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { OwnPlans } from './OwnPlans.tsx'
import { PlanFields } from './PlanFields.tsx'
import { emptyPlan, type PlanDraft } from './planDraft.ts'

/** As it is sent: what was left empty is not said. */
const saidOf = ({ day, leastRows, bound, userIds, mails, robotIds, ...plan }: PlanDraft) => ({
  ...plan,
  ...(plan.cycle !== 'DAILY' && { day }),
  ...(leastRows !== null && { leastRows }),
  ...(bound.figure !== undefined && { bound: planBound.parse(bound) }),
  ...(userIds.length > 0 && { userIds: [...userIds] }),
  ...(mails.length > 0 && { mails: [...mails] }),
  ...(robotIds.length > 0 && { robotIds: [...robotIds] }),
})

interface Props {
  readonly path: string
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly onClose: () => void
}

/** 订阅: the report as it is asked for now is made again and again; its file lies with the exports of who gets it, and he is told. */
export function SubscribeDialog({ path, name, params, onClose }: Props) {
  const t = useText()
  const act = useAct(reportPlan, calls.subscribe, onClose)
  const read = useCall(calls.mine, {})
  const figures = useCall(calls.figures, { path }).data?.figures ?? []
  const [plan, setPlan] = useState(emptyPlan)
  const isReady =
    /^\d\d:\d\d$/.test(plan.at) &&
    plan.mails.every((mail) => emailText.safeParse(mail).success) &&
    (plan.bound.figure === undefined || planBound.safeParse(plan.bound).success)
  return (
    <ActDialog
      act={act}
      reads={read}
      title={`${t(['订阅', 'Subscribe'])} ${name}`}
      okText={t(['订阅', 'Subscribe'])}
      isReady={isReady}
      width={480}
      onOk={() =>
        void act.run({ path, params: { ...params }, ...saidOf(plan) }, ({ nextAt }) =>
          t(['已订阅，首次生成时间 {at}', 'Subscribed: first made at {at}'], { at: shownTime(nextAt) }),
        )
      }
      onClose={onClose}
    >
      <OwnPlans
        plans={(read.data?.plans ?? []).filter((p) => p.path === path)}
        titleOf={(figure) => figures.find((f) => f.figure === figure)?.title ?? figure}
      />
      <p className="hint">
        {t([
          '到时按接收人的权限生成文件，完成后发消息通知，文件在“我的导出”中下载。相对日期（如最近30天）按当天计算。',
          'The file is made with the rights of who gets it; he is told when it lies in My exports. Days such as the last 30 are told from then.',
        ])}
      </p>
      <PlanFields value={plan} figures={figures} onChange={setPlan} />
    </ActDialog>
  )
}
