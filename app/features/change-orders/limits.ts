/** Lines per change order. */
export const maxChangeLines = 100
/** Days by which one change can extend the time; ten years. */
export const maxExtensionDays = 3650
/** Files of one change order. */
export const maxChangeFiles = 20
/** Of one form, in bytes. */
export const maxChangeFileBytes = 50_000_000
