/** Files of a bid. */
export const maxAttachments = 20
/** Of one form, in bytes. */
export const maxAttachmentBytes = 50_000_000
