import type { PaymentSource } from '#db/vocabulary/invoicing.ts'

/** The sources of payments that escrow released for a milestone; they follow the milestone to its next invoice. */
export const escrowSources = ['escrow', 'retention', 'moved'] as const satisfies PaymentSource[]

/** Whether a payment was released from escrow, rather than received from the buyer. */
export const isEscrowPayment = (source: PaymentSource) => (escrowSources as readonly PaymentSource[]).includes(source)
