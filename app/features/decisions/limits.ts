/** Characters of what a client writes to the bidders with an award. */
export const [maxReason, maxContact, maxAppeals] = [5000, 300, 2000]
