import { imageKinds } from '#app/platform/files/sniff-file.server.ts'

/** Bytes of the file of a receipt, and files in one form. */
export const maxReceiptBytes = 10_000_000
export const maxReceiptsAtOnce = 10

/** Photos and PDFs. */
export const receiptKinds = { ...imageKinds, '.pdf': 'application/pdf' }
