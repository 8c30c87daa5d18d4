import type { Text } from '@lading/contract/kernel/text.ts'

/** Which limit a trip breaks. */
export const faultWords: Readonly<Record<string, Text>> = {
  LOAD: ['超载', 'Overloaded'],
  WINDOW: ['超出时间窗', 'Too late for a window'],
  SHIFT: ['超出发车或收车时间', 'Outside the hours of departure or return'],
  SKILL: ['车辆缺少要求的装备', 'The truck lacks what is needed'],
  BANNED: ['门店限制该车辆', 'The site does not let it in'],
  STOPS: ['站点过多', 'Too many stops'],
  METRES: ['里程过长', 'Too far'],
  SECONDS: ['用时过长', 'Takes too long'],
  ZONE: ['温层混装', 'Temperatures are mixed'],
  DIRECTION: ['取送顺序不符', 'Pick-ups before deliveries'],
  PAIR: ['取送不成对', 'Fetched without being delivered'],
}
