/** Rows per page of a list, and the last page, which bounds the SQL offset. */
export const pageSize = 50
export const maxPage = 200
/** Per submission. */
export const maxFiles = 20
export const maxFilesBytes = 100_000_000
