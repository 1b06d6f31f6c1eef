/** Of one message, for whoever sends it and whoever takes it (collaboration specification, section 5). */
export const maxTextLength = 16_000
export const maxFilesPerMessage = 10
