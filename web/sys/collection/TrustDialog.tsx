import { dataCollection } from '@lading/contract/sys/collection.ts'
import { collectionCalls } from '@lading/contract/sys/collectionCalls.ts'
import { useEffect, useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

/** By which key the server is known now, beside the one that was confirmed; from then on that one alone is talked to. */
export function TrustDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(dataCollection, collectionCalls.trustHost, onClose)
  const [found, setFound] = useState<{ readonly fingerprint: string; readonly kept: string | null }>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let isOver = false
    call(collectionCalls.hostKey, { id: row.id })
      .then((told) => {
        if (!isOver) setFound(told)
      })
      .catch((error: unknown) => {
        if (!isOver) setProblem(asRefused(error).message)
      })
    return () => {
      isOver = true
    }
  }, [row.id])
  const name = String(row.name)
  const isOther = found !== undefined && found.kept !== null && found.kept !== found.fingerprint
  return (
    <ActDialog
      act={act}
      width={520}
      isDanger={isOther}
      title={t(['确认主机指纹：{name}', 'Confirm the host key of {name}'], { name })}
      okText={t(['确认', 'Confirm'])}
      isReady={found !== undefined}
      onOk={() =>
        void act.run({ id: row.id, version: row.version, fingerprint: found?.fingerprint ?? '' }, () =>
          t(['已确认：{name}', 'Confirmed: {name}'], { name }),
        )
      }
      onClose={onClose}
    >
      <p>
        {t([
          '请与对方管理员提供的指纹核对，一致再确认。',
          'Compare it with what the administrator of the other side tells you, then confirm it.',
        ])}
      </p>
      {problem ? (
        <p className="problem">{problem}</p>
      ) : (
        <p className="open-text">{found?.fingerprint ?? t(words.loading)}</p>
      )}
      {isOther && (
        <p className="problem">
          {t(['与已确认的不同：{kept}', 'It is not the one that was confirmed: {kept}'], { kept: found.kept })}
        </p>
      )}
    </ActDialog>
  )
}
