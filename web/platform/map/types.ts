/** Longitude and latitude in WGS-84, in degrees. */
export type LngLat = readonly [lng: number, lat: number]

/** A place: where a truck loads, unloads or stands. A colour is `#rrggbb` or a token as `--good`. */
export interface MapSite {
  readonly id: string
  readonly at: LngLat
  readonly label: string
  /** Always stands beside it. */
  readonly brief?: string
  readonly colour?: string
  /** `depot` is larger, `off` steps back. */
  readonly state?: 'depot' | 'off'
}
/** A way that is driven. */
export interface MapLine {
  readonly id: string
  readonly points: readonly LngLat[]
  readonly label: string
  readonly colour?: string
}
/** A part of a town; its last corner joins the first. */
export interface MapArea {
  readonly id: string
  /** Stands in it; left out where what lies in it has names of its own. */
  readonly label?: string | undefined
  readonly ring: readonly LngLat[]
  readonly colour?: string
}

export interface MapProps {
  /** What the map shows, for who cannot see it. */
  readonly title: string
  readonly sites?: readonly MapSite[]
  /** What drives: it goes to where it is now instead of jumping there, and the rest is not drawn anew. */
  readonly movers?: readonly MapSite[]
  readonly lines?: readonly MapLine[]
  readonly areas?: readonly MapArea[]
  readonly selected?: readonly string[]
  /** What has just been chosen, by any name: its sites and lines come into sight once, whole. */
  readonly focus?: string | undefined
  readonly onSelect?: (id: string) => void
  /** A place that is being chosen, with a mark of its own. */
  readonly picked?: LngLat | undefined
  /** A click, or Enter for the middle of the map. */
  readonly onPick?: (at: LngLat) => void
  /** The boundary that is being drawn, in the order of its corners. */
  readonly ring?: readonly LngLat[] | null
  /** Each time a boundary is closed or changed; null: it was taken away. */
  readonly onDraw?: (ring: readonly LngLat[] | null) => void
}
