/** Goods have come to a pick face that a line of work waited for: the payload names the line. */
export const wakeTopic = 'wms.wake'
/** Something has happened at a pick face that others may wait for: the key is the bin. */
export const faceTopic = 'wms.face'
/** Goods were not where they should be: the key is the order that lacks them. */
export const shortTopic = 'wms.short'
