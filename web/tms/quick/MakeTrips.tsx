import { planFaults } from '@lading/contract/tms/planFaults.ts'
import { confirmQuick, type QuickDraft, type QuickTruck, releaseQuick } from '@lading/contract/tms/quickCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { Button } from 'antd'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { Made } from '../../kernel/Made.tsx'
import { readAgain } from '../../kernel/readAgain.ts'
import { notify } from '../../ui/notices.tsx'
import { useHeld } from './useHeld.ts'

interface Props {
  readonly draft: QuickDraft
  readonly isBusy: boolean
  readonly trucks: readonly QuickTruck[]
}
/** 生成派车单: as far as no card breaks a limit, which the server says again. */
export function MakeTrips({ draft, isBusy, trucks }: Props) {
  const t = useText()
  const [mayMake, mayRelease] = [useHeld(confirmQuick), useHeld(releaseQuick)]
  const [make, release] = [useWrite(confirmQuick), useWrite(releaseQuick)]
  const faulty = draft.trips.filter((x) => x.violations.length > 0)
  const plates = faulty.map((x) => trucks.find((k) => k.id === x.truckId)?.plate).join('，')
  const why =
    draft.kpi.trips === 0
      ? t(planFaults.noTrips.text)
      : faulty.length > 0
        ? t(planFaults.faulty.text, { trips: plates })
        : undefined
  const run = async ({ run: write }: typeof make, said: string): Promise<void> => {
    try {
      const { trips } = await write({ id: draft.id, version: draft.version })
      notify(
        'good',
        <>
          {said} <Made made={trips} />
        </>,
      )
    } catch (error) {
      report(error)
    }
    await readAgain([routePlan.header.key, wayBill.header.key, shipPlanBill.header.key])
  }
  const all = { title: why, disabled: why !== undefined || isBusy || make.isBusy || release.isBusy }
  return (
    <>
      {mayRelease && (
        <Button
          {...all}
          loading={release.isBusy}
          onClick={() => void run(release, t(['已生成并发布', 'Made and released']))}
        >
          {t(releaseQuick.title)}
        </Button>
      )}
      {mayMake && (
        <Button type="primary" {...all} loading={make.isBusy} onClick={() => void run(make, t(['已生成', 'Made']))}>
          {t(confirmQuick.title)}
        </Button>
      )}
    </>
  )
}
