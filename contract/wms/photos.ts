import { photosOf } from '../sys/photo.ts'
import { qualityBill } from './qualityBill.ts'
import { shipBill } from './shipBill.ts'

/** What was found at an inspection. */
export const inspectionPhotos = photosOf(qualityBill.header, 'update')
/** Signed papers and what was wrong with the goods, as the driver brings them. */
export const shipPhotos = photosOf(shipBill.header, 'finish')
