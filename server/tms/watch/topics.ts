/** The outbox's word that somebody has to look where the truck of a trip is. Its key is the trip's id. */
export const watchTopic = 'tms.watch'
/** The outbox's word that a trip is over, and is to be rated by what is known of it. Its key is the trip's id. */
export const rateTopic = 'tms.rate'
