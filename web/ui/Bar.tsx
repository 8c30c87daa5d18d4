/** How much of a whole, drawn beside the figure that says it. @param share from 0 to 100 */
export const Bar = ({ share, tone }: { share: number; tone?: 'warn' }) => (
  <span className="bar" aria-hidden="true">
    <span className={tone === 'warn' ? 'bar-warn' : undefined} style={{ width: `${share}%` }} />
  </span>
)
