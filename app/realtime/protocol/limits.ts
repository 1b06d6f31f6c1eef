/** Limits of a message, for the client and the server (MSG-3). */
export const maxTextLength = 16_000
export const maxFilesPerMessage = 10
