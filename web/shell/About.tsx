import type { Text } from '@lading/contract/kernel/text.ts'
import { openCalls } from '@lading/contract/sys/open.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { catalogue } from '../client/catalogue.ts'
import { call, newTraceId } from '../client/client.ts'
import { report } from '../client/errors.ts'
import { useUser } from '../client/session.ts'
import { useText } from '../client/text.ts'
import type { ReadColumn } from '../kernel/grid/columns.tsx'
import { ReadTable } from '../kernel/grid/ReadTable.tsx'
import { BrandMark } from '../ui/Brand.tsx'
import { copyText } from '../ui/copy.ts'
import { notify } from '../ui/notices.tsx'
import { openDialog } from './dialogs.ts'
import { menuOf } from './enter.ts'

const limitMs = 5_000
const unknownYear = 2021
interface Version {
  readonly version?: string
  readonly buildTime?: string | null
}

/** `v{version}-{buildTime}`, as the specification writes it. */
export const versionText = ({ version, buildTime }: Version): string | undefined =>
  version ? `v${version}${buildTime ? `-${buildTime}` : ''}` : undefined

async function webVersion(sub: string): Promise<Version> {
  const response = await fetch(`/child/${sub}/version.json`, { signal: AbortSignal.timeout(limitMs) })
  if (!response.ok) throw new Error(`${response.status}`)
  // The server wrote it when the client was built.
  return (await response.json()) as Version
}
function serviceVersion(sub: string): Promise<Version> {
  // What is no area of its own is served by the frame's.
  const own = openCalls.infos.find((c) => c.path === `/${sub}/api/info`)
  return call<unknown, Version>(own ?? openCalls.info, {}, { limitMs })
}

/** All versions are asked for at once; each is shown as soon as it is there, and none is waited for longer than the limit. */
function useVersions() {
  const t = useText()
  const subs = menuOf(useUser()).map((s) => ({ sub: s.sub, title: s.title }))
  const answers = useQueries({
    queries: subs.flatMap(({ sub }) => [
      { queryKey: ['about', 'web', sub], queryFn: () => webVersion(sub), retry: false },
      { queryKey: ['about', 'service', sub], queryFn: () => serviceVersion(sub), retry: false },
    ]),
  })
  const shown = (at: number, unknown: Text): string => {
    const answer = answers[at]
    return !answer || answer.isPending ? '…' : ((answer.data && versionText(answer.data)) ?? t(unknown))
  }
  return subs.map(({ sub, title }, i) => ({
    sub,
    title: t(title),
    web: shown(2 * i, catalogue.webVersionUnknown),
    service: shown(2 * i + 1, catalogue.serviceVersionUnknown),
  }))
}

type Told = ReturnType<typeof useVersions>[number]
const columns: readonly ReadColumn<Told>[] = [
  { name: 'sub', title: ['子系统', 'Sub-system'], width: 160, said: (row) => row.title, wraps: true },
  { name: 'web', title: ['前端版本', 'Web'], width: 200, said: (row) => row.web, wraps: true },
  { name: 'service', title: ['服务版本', 'Service'], width: 200, said: (row) => row.service, wraps: true },
]

/** Without https the session's key is one that the network has seen, and so has it all that is typed. */
function PlainConnection() {
  const t = useText()
  const title = t(['未加密连接', 'The connection is not encrypted'])
  const why = t([
    '同一网络中的他人可能看到密码和数据，请联系系统管理员启用https',
    'Others on this network may see passwords and data: ask your administrator to enable https',
  ])
  return <Alert className="about-plain" type="warning" showIcon title={title} description={why} />
}

/** 关于: web and service versions of each permitted sub-system; what support asks for is copied at once. */
export function About({ onClose }: { onClose: () => void }) {
  const t = useText()
  const rows = useVersions()
  const [traceId] = useState(newTraceId)
  const { data: info } = useQuery({
    queryKey: ['about', 'info', traceId],
    queryFn: () => call(openCalls.info, {}, { limitMs, traceId }),
    retry: false,
  })
  const copy = () =>
    copyText(
      [
        ...rows.map((row) => `${row.sub}: web ${row.web}, service ${row.service}`),
        `trace id: ${traceId}`,
        `browser: ${navigator.userAgent}`,
        `screen: ${window.screen.width}×${window.screen.height}`,
        `time: ${new Date().toISOString()}`,
      ].join('\n'),
    ).then(() => notify('good', t(['已复制', 'Copied'])), report)
  return (
    <Modal open centered width={520} title={t(['关于', 'About'])} onCancel={onClose} footer={null}>
      <div className="about-head">
        <BrandMark size={40} />
        <div>
          <strong>Lading</strong>
          <div className="muted">Make Your Supply Chain Smarter</div>
        </div>
      </div>
      {!window.isSecureContext && <PlainConnection />}
      <ReadTable<Told> label={t(['各子系统的版本', 'Versions of the sub-systems'])} rows={rows} columns={columns} />
      <div className="about-foot">
        <span className="muted about-year">© {info?.copyrightYear ?? unknownYear} Lading</span>
        <Button size="small" onClick={() => openDialog('tour')}>
          {t(['新手引导', 'Take the tour'])}
        </Button>
        <Button size="small" onClick={() => void copy()}>
          {t(['复制全部', 'Copy all'])}
        </Button>
      </div>
    </Modal>
  )
}
