/** Lines per change order. */
export const maxChangeLines = 100
/** Days by which one change can extend the time; ten years. */
export const maxExtensionDays = 3650
