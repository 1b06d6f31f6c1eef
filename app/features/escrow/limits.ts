/** Rows of one page of a list, and as far as a bounded offset goes. */
export const pageSize = 50
export const maxPage = 200
/** Of one submission. */
export const maxFiles = 20
export const maxFilesBytes = 100_000_000
