import type { Text } from '../kernel/text.ts'

/** What a site may ask of the truck that comes, and what a truck offers. */
export const skills = {
  TAIL_LIFT: ['尾板', 'Tail lift'],
  REEFER: ['冷藏', 'Refrigerated'],
  FORKLIFT: ['叉车', 'Forklift'],
  CITY_PASS: ['进城证', 'City pass'],
  PALLET_JACK: ['地牛', 'Pallet jack'],
} as const satisfies Record<string, Text>
