/** The mark: goods stowed to an L, the last piece coming down. */
export const BrandMark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#0f766e" />
    <rect x="7" y="6" width="8" height="8" rx="1.5" fill="#fff" />
    <rect x="7" y="16" width="8" height="9" rx="1.5" fill="#fff" />
    <rect x="17" y="16" width="8" height="9" rx="1.5" fill="#fff" />
    <path
      d="M21 5.5v6.2m-2.9-2.6 2.9 2.9 2.9-2.9"
      fill="none"
      stroke="#5eead4"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
