import { checkBarcode } from '@lading/contract/mdm/barcodeCheck.ts'
import { gtinOf, readGoods } from '@lading/contract/mdm/goodsCode.ts'
import { gs1TextMax } from '@lading/contract/mdm/gs1.ts'
import { packLevels } from '@lading/contract/mdm/product.ts'
import { verifyBarcode } from '@lading/contract/wms/productCalls.ts'
import { Button, Input, type InputRef } from 'antd'
import { type RefObject, useRef, useState } from 'react'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { useScanner } from '../../platform/station/useScanner.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

export function VerifyButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  // Kept here: the dialog is built anew when one comes back from another tab.
  const [text, setText] = useState('')
  const [code, setCode] = useState('')
  const field = useRef<InputRef>(null)
  const look = (typed: string) => {
    setText(typed)
    setCode(typed.trim())
  }
  const close = () => {
    look('')
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(verifyBarcode.title)}</Button>
      <TabModal
        open={isOpen}
        title={t(verifyBarcode.title)}
        footer={null}
        onCancel={close}
        // The dialog itself would give the focus to its cross, which Enter would press.
        afterOpenChange={(opened) => opened && field.current?.focus()}
      >
        <Verify field={field} text={text} code={code} onType={setText} onLook={look} />
      </TabModal>
    </>
  )
}

interface VerifyProps {
  readonly field: RefObject<InputRef | null>
  readonly text: string
  readonly code: string
  readonly onType: (typed: string) => void
  readonly onLook: (typed: string) => void
}
function Verify({ field, text, code, onType, onLook }: VerifyProps) {
  const t = useText()
  useScanner(onLook, 'dialog')
  return (
    <>
      <Input.Search
        ref={field}
        maxLength={gs1TextMax}
        placeholder={t(['扫描或输入条码', 'Scan or type a barcode'])}
        aria-label={t(['条码', 'Barcode'])}
        enterButton={t(['校验', 'Verify'])}
        value={text}
        onChange={(e) => onType(e.target.value)}
        onSearch={onLook}
      />
      {code && <Findings code={code} />}
    </>
  )
}

/** What the number says by itself, who has it, and for a case code who has what it holds. */
function Findings({ code }: { code: string }) {
  const t = useText()
  const number = gtinOf(readGoods(code, todayText())) ?? code
  const { wrong, kind, contained } = checkBarcode(number)
  const found = useCall(verifyBarcode, { code })
  const label = found.data?.label
  return (
    <div className="pack-verify" role="status">
      <p>
        <b className="num">{code}</b>{' '}
        <StatusTag tone={wrong ? 'bad' : 'good'}>{t(wrong ?? ['校验通过', 'The barcode is valid'])}</StatusTag>
      </p>
      <p className="muted">{t(kind)}</p>
      {label && (label.batch || label.lastDay) && (
        <p>
          {label.batch && t(['批号 {batch}', 'Batch {batch}'], { batch: label.batch })}{' '}
          {label.lastDay && t(['到期 {day}', 'Expires {day}'], { day: label.lastDay })}
        </p>
      )}
      {found.error && <NotRead of={found} />}
      {found.isPending && <SkeletonRows rows={2} label={t(words.loading)} />}
      {found.data && (
        <>
          <h3>{t(['使用该条码的规格', 'Packs with this barcode'])}</h3>
          <Holders rows={found.data.holders} />
          {contained && (
            <>
              <h3>{t(['所含商品 {gtin}', 'Contains {gtin}'], { gtin: contained })}</h3>
              <Holders rows={found.data.contained} />
            </>
          )}
        </>
      )}
    </div>
  )
}

function Holders({ rows }: { rows: readonly (typeof verifyBarcode.output)['_output']['holders'][number][] }) {
  const t = useText()
  if (rows.length === 0) return <p className="muted">{t(['没有商品使用', 'Not used by any product'])}</p>
  return (
    <ul>
      {rows.map((r) => (
        <li key={`${r.productId} ${r.pack} ${r.level}`}>
          {r.code} {r.name} · {r.pack} · {t(packLevels[r.level])}
          {r.counted && <b className="num">{t(['，共 {n} 基本单位', ', {n} base units'], { n: r.counted })}</b>}
        </li>
      ))}
    </ul>
  )
}
