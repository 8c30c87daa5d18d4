import type { ReactNode } from 'react'
import { Mark, type Tone } from './Mark.tsx'
import './ui.css'

/** A state: a shape, a colour and a word. */
export const StatusTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`status tone-${tone}`}>
    <Mark tone={tone} />
    {children}
  </span>
)
