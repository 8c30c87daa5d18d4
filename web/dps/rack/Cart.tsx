import * as calls from '@lading/contract/dps/calls.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { notify } from '../../ui/notices.tsx'

const said = (qty: string) => formatQty(parseQty(qty))

/** Where a cart's picker goes: what is taken where he stands, and the next bin of his way. */
export function CartWay({ cart }: { cart: NonNullable<calls.RackData['points'][number]['cart']> }) {
  const t = useText()
  const { now, next, stops } = cart
  if (stops === 0)
    return <p className="cart-way muted">{t(['没有待拣货位，请扫描周转箱上车', 'No bin is left: scan a container'])}</p>
  return (
    <div className="cart-way" role="status">
      {now && <Stop title={['正在拣', 'Pick here']} stop={now} isNow />}
      {next && <Stop title={['下一货位', 'Next bin']} stop={next} isNow={!now} />}
      <span className="muted">{t(['剩余{n}个货位', '{n} bins left'], { n: stops })}</span>
    </div>
  )
}

function Stop({ title, stop, isNow }: { title: Text; stop: calls.CartStop; isNow: boolean }) {
  const t = useText()
  return (
    <div className={isNow ? 'cart-stop cart-now' : 'cart-stop'}>
      <span className="muted">{t(title)}</span>
      <b className="cart-bin">{stop.bin}</b>
      <ul>
        {stop.goods.map((g) => (
          <li key={g.code}>
            {g.code} {g.name} <b className="num">×{said(g.qty)}</b>{' '}
            <span className="muted">{t(['{n}箱', '{n} containers'], { n: g.boxes })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What was scanned, told in words. */
function useScanned(pointCode: string, position: string) {
  const t = useText()
  const [put, scan] = [useWrite(calls.arriveAt), useWrite(calls.scanAtCart)]
  return async (code: string): Promise<string> => {
    const done =
      position === ''
        ? await scan.run({ pointCode, code })
        : { bin: null, product: null, qty: null, ...(await put.run({ pointCode, containerCode: code, position })) }
    if (done.bin !== null)
      return t(['{bin} {product}：共{qty}', '{bin} {product}: {qty} in all'], {
        ...{ bin: done.bin, product: done.product ?? '', qty: said(done.qty ?? '0') },
      })
    return t(['{code} 放{n}号位，任务{no}', '{code}: position {n}, task {no}'], {
      ...{ code, n: done.position ?? '', no: done.billNo ?? '' },
    })
  }
}

interface ScanProps {
  readonly pointCode: string
  readonly tags: readonly calls.Shown[]
  readonly again: () => void
}
/** One field for all that is scanned at a cart; a container goes to the first free position, or to the one that is chosen. */
export function CartScan({ pointCode, tags, again }: ScanProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState('')
  const act = useScanned(pointCode, position)
  const free = tags.flatMap((g) => (g.position !== null && g.box === null ? [String(g.position)] : []))
  const title = t(
    position === ''
      ? ['扫描周转箱、货位或商品', 'Scan a container, a bin or goods']
      : ['扫描{n}号位的周转箱', 'Scan the container for position {n}'],
    { n: position },
  )
  const send = async () => {
    const code = typed.trim()
    if (code === '') return
    setTyped('')
    try {
      notify('good', await act(code))
      setPosition('')
    } catch (error) {
      report(error)
    }
    again()
  }
  return (
    <>
      <Input
        className="cart-scan"
        size="small"
        value={typed}
        placeholder={title}
        aria-label={`${title} ${pointCode}`}
        onChange={(e) => setTyped(e.target.value)}
        onPressEnter={() => void send()}
      />
      <Select
        size="small"
        value={position}
        options={[
          { value: '', label: t(['自动分配仓位', 'First free position']) },
          ...free.map((n) => ({ value: n, label: t(['{n}号位', 'Position {n}'], { n }) })),
        ]}
        onChange={setPosition}
        aria-label={t(['仓位', 'Position'])}
      />
    </>
  )
}
