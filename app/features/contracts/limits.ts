/** As many milestones as one contract may have. */
export const maxMilestones = 50
/** The largest share that may be retained until the contract is completed, in basis points. */
export const maxRetentionBp = 3000
/** Rows of one page of a list. */
export const pageSize = 50
/** Lists are paged by a bounded offset: filter to see further back. */
export const maxPage = 200
/** Both parties have so many days to sign. */
export const signingDays = 30
