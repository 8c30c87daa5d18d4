import { appCalls } from '@lading/contract/sys/appCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal, QRCode } from 'antd'
import { call } from '../client/client.ts'
import { asRefused } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import { words } from '../kernel/words.ts'
import { Failed } from '../ui/states.tsx'

/** The handheld's app among those that the administration offers. */
const appName = 'PDA'
const size = 150

/** 移动终端版本: the newest version's address as a code for the handheld's camera, and as a link. */
export function AppDownload({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data, error, isPending } = useQuery({
    queryKey: ['sys.app', 'newest'],
    queryFn: () => call(appCalls.getNewest, { appName, versionCode: 0 }),
    retry: false,
  })
  const address = data?.downloadUrl ? new URL(data.downloadUrl, window.location.origin).href : undefined
  return (
    <Modal open centered width={520} title={t(['移动终端版本', 'Handheld app'])} onCancel={onClose} footer={null}>
      {isPending && <p className="muted">{t(words.loading)}</p>}
      {error && <Failed title={asRefused(error).message} />}
      {!isPending && !error && !address && (
        <p className="muted">{t(['暂无可下载版本', 'No version available for download yet'])}</p>
      )}
      {data && address && (
        <div className="app-version">
          {/* Four modules of white around it, which scanners ask for. */}
          <QRCode
            value={address}
            aria-label={t(['下载地址的二维码', 'QR code of the download address'])}
            size={size}
            errorLevel="H"
            marginSize={4}
            bordered={false}
            // The box keeps room for a border otherwise, and the code comes out smaller than it should.
            style={{ border: 0, padding: 0 }}
            color="#000"
            bgColor="#fff"
          />
          <dl>
            <dt>{t(['版本', 'Version'])}</dt>
            <dd className="num">{data.versionName}</dd>
            <dt>{t(['下载地址', 'Address'])}</dt>
            <dd>
              <a href={address}>{address}</a>
            </dd>
            {[data.introduce, data.add, data.update, data.fix].filter(Boolean).map((text) => (
              <dd key={text} className="note">
                {text}
              </dd>
            ))}
          </dl>
        </div>
      )}
    </Modal>
  )
}
