type Part = { milestoneId: string; certificateId: string | null }

/** The form of an invoice for a part of a milestone: what a payment certificate released, or the rest. */
export const newInvoicePath = ({ milestoneId, certificateId }: Part): string =>
  `/invoicing/new?milestone=${milestoneId}${certificateId === null ? '' : `&certificate=${certificateId}`}`
