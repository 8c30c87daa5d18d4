import type { Text } from '@lading/contract/kernel/text.ts'
import { openCalls } from '@lading/contract/sys/open.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { catalogue } from '../client/catalogue.ts'
import { call } from '../client/client.ts'
import { report } from '../client/errors.ts'
import { useUser } from '../client/session.ts'
import { useText } from '../client/text.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { notify } from '../ui/notices.tsx'
import { menuOf } from './enter.ts'

const limitMs = 5_000
const unknownYear = 2021
interface Version {
  readonly version?: string
  readonly buildTime?: string
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
  return call<unknown, Version>(own ?? openCalls.info, {}, { signal: AbortSignal.timeout(limitMs) })
}

/** 关于: web and service versions of each permitted sub-system; what support asks for is copied at once. */
export function About({ onClose }: { onClose: () => void }) {
  const t = useText()
  const subs = menuOf(useUser()).map((s) => ({ sub: s.sub, title: s.title }))
  const { data: info } = useQuery({
    queryKey: ['about', 'info'],
    queryFn: () => call(openCalls.info, {}, { signal: AbortSignal.timeout(limitMs) }),
    retry: false,
  })
  const { data = {} } = useQuery({
    queryKey: ['about', subs.map((s) => s.sub)],
    queryFn: async () => {
      const read = async (sub: string) => {
        const [web, service] = await Promise.allSettled([webVersion(sub), serviceVersion(sub)])
        return [sub, { web: settled(web), service: settled(service) }] as const
      }
      return Object.fromEntries(await Promise.all(subs.map(({ sub }) => read(sub))))
    },
    retry: false,
  })
  const shown = (version: string | undefined, isRead: boolean, unknown: Text) =>
    isRead ? (version ?? t(unknown)) : '…'
  const rows = subs.map(({ sub, title }) => ({
    sub,
    title: t(title),
    web: shown(data[sub]?.web, sub in data, catalogue.webVersionUnknown),
    service: shown(data[sub]?.service, sub in data, catalogue.serviceVersionUnknown),
  }))
  const copy = () =>
    navigator.clipboard
      .writeText(
        [
          ...rows.map((row) => `${row.sub}: web ${row.web}, service ${row.service}`),
          navigator.userAgent,
          `${window.screen.width}×${window.screen.height}`,
          new Date().toISOString(),
        ].join('\n'),
      )
      .then(() => notify('good', t(['已复制', 'Copied'])), report)
  return (
    <Modal open centered width={520} title={t(['关于', 'About'])} onCancel={onClose} footer={null}>
      <div className="about-head">
        <BrandMark size={40} />
        <div>
          <strong>Lading</strong>
          <div className="muted">Make Your Supply Chain Smarter</div>
        </div>
      </div>
      <table className="about">
        <thead>
          <tr>
            <th scope="col">{t(['子系统', 'Sub-system'])}</th>
            <th scope="col">{t(['前端版本', 'Web'])}</th>
            <th scope="col">{t(['服务版本', 'Service'])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.sub}>
              <th scope="row">{row.title}</th>
              <td className="num">{row.web}</td>
              <td className="num">{row.service}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="about-foot">
        <span className="muted">© {info?.copyrightYear ?? unknownYear} Lading</span>
        <Button size="small" disabled={!navigator.clipboard} onClick={() => void copy()}>
          {t(['复制全部', 'Copy all'])}
        </Button>
      </div>
    </Modal>
  )
}

const settled = (result: PromiseSettledResult<Version>): string | undefined =>
  result.status === 'fulfilled' ? versionText(result.value) : undefined
