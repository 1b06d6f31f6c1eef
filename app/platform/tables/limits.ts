/** Of a file with a table, in bytes. */
export const maxTableBytes = 1_000_000
