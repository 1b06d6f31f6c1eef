/** Maximum number of milestones per contract. */
export const maxMilestones = 50
/** The largest share that may be retained until the contract is completed, in basis points. */
export const maxRetentionBp = 3000
/** Rows per page of a list. */
export const pageSize = 50
/** The last page of a list, which bounds the SQL offset; further back one has to filter. */
export const maxPage = 200
/** Days that both parties have to sign. */
export const signingDays = 30
