import { standardVatRates } from '#app/platform/finnish-vat.ts'

/**
 * SQL: whether a buyer deducts the VAT of what it buys through Groundwork, from the ids of its company and of the contract's project (or NULL). A client says so
 * of each project (PROJ-8). A private person, who has no VAT number, is not liable to tax and never does (Finnish VAT Act 1501/1993, section 102).
 */
export const buyerDeducts = (company: string, project: string): string =>
  `((SELECT b.kind = 'organization' OR b.vat_number IS NOT NULL FROM companies b WHERE b.id = ${company})
    AND coalesce((SELECT d.buyer_deducts_vat FROM projects d WHERE d.id = ${project}), 1))`

const standardRate = (day: string) =>
  `(CASE ${standardVatRates.map(({ from, rateBp }) => `WHEN ${day} >= '${from}' THEN ${rateBp}`).join(' ')} ELSE 0 END)`

/** SQL: a part of an amount in cents, rounded half up away from zero; SQLite counts with a double beyond 64 bits. */
export const shareInSql = (part: string, of: string, whole: string): string =>
  `iif(${part} < 0, -1, 1) * CAST((2 * abs(${part}) * ${of} + ${whole}) / (2 * ${whole}) AS INTEGER)`

/**
 * SQL: the tax on an amount without VAT that the buyer owes to the state instead of the seller, at the standard rate of the day (Finnish VAT
 * Act, sections 2 a, 8 c, 9 and 26 a), and does not deduct (sections 102 and 114), so that it is part of what the purchase cost. Zero where it deducts it.
 */
export const undeductedOwnTax = (
  amount: string,
  { isReverse, day, company }: Record<'isReverse' | 'day' | 'company', string>,
): string =>
  `iif(${isReverse} AND NOT ${buyerDeducts(company, 'c.project_id')}, ${shareInSql(amount, standardRate(day), '10000')}, 0)`
