const columns = 9
const rows = 6
/** Which places of the rack are taken: a fixed pattern, so that the picture is the same every day. */
const isTaken = (column: number, row: number): boolean => (column * 7 + row * 5 + column * row) % 4 !== 0
const tone = (column: number, row: number): number => 0.16 + ((column * 3 + row * 2) % 5) * 0.09

/** What the rack is built of: uprights, then shelves. */
const beams = [
  ...Array.from({ length: columns + 1 }, (_, i) => `M${8 + i * 56} 12v276`),
  ...Array.from({ length: rows }, (_, i) => `M2 ${56 + i * 46}h516`),
]

/** A rack seen from the front, and the way of one piece out of it to the dock. */
export function LoginArt() {
  const places = Array.from({ length: columns * rows }, (_, i) => ({
    column: i % columns,
    row: Math.floor(i / columns),
  }))
  return (
    <svg className="login-art" viewBox="0 0 520 330" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <g stroke="var(--art)" strokeOpacity=".28" strokeWidth="2">
        {beams.map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
      {places
        .filter(({ column, row }) => isTaken(column, row))
        .map(({ column, row }) => (
          <rect
            key={`${column}-${row}`}
            x={15 + column * 56}
            y={22 + row * 46}
            width={(column + row) % 3 === 0 ? 42 : 32}
            height="32"
            rx="3"
            fill="var(--art)"
            opacity={tone(column, row)}
          />
        ))}
      <path
        className="login-way"
        d="M316 84v-30h110v230h86"
        fill="none"
        stroke="#fbbf24"
        strokeWidth="3"
        strokeDasharray="7 7"
      />
      <rect x="298" y="68" width="36" height="32" rx="3" fill="#fbbf24" />
      <path
        d="M500 272l14 12-14 12"
        fill="none"
        stroke="#fbbf24"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
