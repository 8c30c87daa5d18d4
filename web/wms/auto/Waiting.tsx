import { autoBoard, boardRoutesMax } from '@lading/contract/wms/autoRule.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { dayAndTime } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import './auto.css'

/** 待配货单据 by route, the most urgent first: how many, by when, and which rules will take them. */
export function Waiting() {
  const t = useText()
  const read = useCall(autoBoard, {}, { by: [operateBill.header.key] })
  if (read.error) return <NotRead of={read} />
  const routes = read.data?.routes ?? []
  const orders = routes.reduce((sum, r) => sum + r.orders, 0)
  if (read.data && routes.length === 0)
    return <p className="muted">{t(['没有待配货的单据', 'No orders wait for allocation'])}</p>
  return (
    <section className="auto-waiting" aria-label={t(autoBoard.title)}>
      <p>
        {t(['待配货{n}单', 'Waiting for allocation: {n}'], { n: orders })}
        {routes.length === boardRoutesMax && ` · ${t(['只列出前{n}条线路', 'first {n} routes'], { n: routes.length })}`}
      </p>
      <ul>
        {routes.map((r) => (
          <li key={r.route ?? ''}>
            <a
              href={hashOf(
                place('wms', 'operateBillList', { state: 'APPROVED', ...(r.route !== null && { route: r.route }) }),
              )}
            >
              <b>{r.route ?? t(['无线路', 'No route'])}</b>{' '}
              <span className="num">{t(['{n}单', '{n} {n|order|orders}'], { n: r.orders })}</span>
            </a>
            <span className="muted num">
              {t(['{n}行', '{n} {n|line|lines}'], { n: r.lines })}
              {r.deadlineAt !== null && ` · ${t(['截止', 'due'])} ${dayAndTime(r.deadlineAt)}`}
            </span>
            {r.left > 0 ? (
              <StatusTag tone="warn">{t(['{n}单无规则', '{n} without a rule'], { n: r.left })}</StatusTag>
            ) : (
              <StatusTag tone="good">{r.rules.join(', ')}</StatusTag>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
