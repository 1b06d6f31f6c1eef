/** Whether an invoice to an electronic address lacks what Peppol asks for: a buyer or an order reference (PEPPOL-EN16931-R003). */
export const lacksReference = (invoice: {
  eAddress?: string | null
  buyerReference: string | null
  orderReference: string | null
}): boolean => Boolean(invoice.eAddress) && !invoice.buyerReference && !invoice.orderReference
