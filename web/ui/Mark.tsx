export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'idle'

/** A shape beside every colour: who cannot tell the colours tells the shapes. */
const shapes: Record<Tone, string> = {
  good: 'M4.6 8.2 7 10.6l4.6-5',
  warn: 'M8 4.4v4.4M8 11.2v.4',
  bad: 'm5.3 5.3 5.4 5.4m0-5.4-5.4 5.4',
  busy: 'M8 4.6V8l2.4 1.6',
  idle: 'M5.2 8h5.6',
}

export const Mark = ({ tone }: { tone: Tone }) => (
  <svg className={`mark tone-${tone}`} width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="7" fill="none" stroke="var(--tone)" strokeWidth="1.4" />
    <path d={shapes[tone]} fill="none" stroke="var(--tone)" strokeWidth="1.6" strokeLinecap="round" />
  </svg>
)
