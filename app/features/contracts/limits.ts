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
/** Days before the end of that time on which whoever has not signed is reminded. */
export const reminderDays = 7
/** The most that is due for a day of delay, in basis points of the net price. */
export const maxDelayBp = 500
/** The most days for which delay damages are due. */
export const maxDelayDays = 1000
export const maxWarrantyMonths = 240
/** How long a security can stay valid after the handover or the warranty time, in months. */
export const maxSecurityMonths = 120
