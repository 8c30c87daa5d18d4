import { boxesLeft } from '@lading/contract/wms/pickBoxes.ts'
import type { WorkLine, WorkTask } from '@lading/contract/wms/taskCalls.ts'
import { Fragment } from 'react'
import { useText } from '../../client/text.ts'
import { countText, nextOf } from '../task/lineText.ts'

type Assigned = NonNullable<WorkTask['assigned']>

/** The containers that were prepared for this pick: into which of them this line goes, and which there are. */
export function AssignedBoxes({ of, line }: { of: Assigned; line: WorkLine }) {
  const t = useText()
  const rest = nextOf(line)
  const into = boxesLeft(line.boxes ?? [], rest)
  const place = (code: string) => of.findIndex((c) => c.code === code) + 1
  return (
    <>
      {into.map(({ code, qty }) => (
        <p key={code} className="station-into">
          {qty < rest
            ? t(['{what} 放入第{n}个容器（共{m}个）', '{what} into box {n} of {m}'], {
                what: countText(qty, line),
                n: place(code),
                m: of.length,
              })
            : t(['放入第{n}个容器（共{m}个）', 'Into box {n} of {m}'], { n: place(code), m: of.length })}{' '}
          <b className="num">{code}</b>
        </p>
      ))}
      <p>
        {t(['扫描已分配的容器：', 'Scan a container of this task:'])}{' '}
        {of.map((c, i) => (
          // The space stands outside: a line breaks between two of them, and nowhere else.
          <Fragment key={c.code}>
            <span className="num">
              <b>{c.code}</b> {i + 1}/{of.length}
              {c.isUsed && ` ${t(['（拣货中）', '(in use)'])}`}
            </span>{' '}
          </Fragment>
        ))}
      </p>
    </>
  )
}
