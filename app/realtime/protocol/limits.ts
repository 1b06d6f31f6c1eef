/** Of one message, for whoever sends it and whoever takes it (MSG-3). */
export const maxTextLength = 16_000
export const maxFilesPerMessage = 10
