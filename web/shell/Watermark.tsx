import { useEffect, useState } from 'react'
import { useUser } from '../client/session.ts'
import { todayText } from '../client/time.ts'
import { keepMark, tileOf } from './watermark.ts'

const lookMs = 60_000

/** 水印: who looks at the screen, the end of his work number, and the day. */
export function Watermark({ inPrint }: { inPrint: boolean }) {
  const { realName, username, workNumber } = useUser()
  const [today, setToday] = useState(todayText())
  useEffect(() => {
    const timer = setInterval(() => setToday(todayText()), lookMs)
    return () => clearInterval(timer)
  }, [])
  const text = [realName || username, workNumber?.slice(-4), today].filter(Boolean).join(' ')
  useEffect(() => keepMark(tileOf(text), inPrint), [text, inPrint])
  return null
}
