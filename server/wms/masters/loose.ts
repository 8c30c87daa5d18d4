/** The one container of goods that stand in none. */
export const looseCode = 'LOOSE'
