import { newId } from '#db/ids.ts'

/** What the form of a security says, of a performance security of 1 000.00 until the end of 2098. */
export const securityInput = () => ({
  submissionId: newId(),
  purpose: 'performance' as const,
  kind: 'bank_guarantee' as const,
  guarantor: 'Pankki Oyj',
  number: 'G-77',
  amountCents: 100_000,
  validUntil: '2098-12-31',
  files: [],
})
