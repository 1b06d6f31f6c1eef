/**
 * SQL: whether a buyer deducts the VAT of what it buys through Groundwork, from the ids of its company and of the contract's project (or NULL). A client says so
 * of each project (PROJ-8). A private person, who has no VAT number, is not liable to tax and never does (Finnish VAT Act 1501/1993, section 102).
 */
export const buyerDeducts = (company: string, project: string): string =>
  `((SELECT b.kind = 'organization' OR b.vat_number IS NOT NULL FROM companies b WHERE b.id = ${company})
    AND coalesce((SELECT d.buyer_deducts_vat FROM projects d WHERE d.id = ${project}), 1))`
