/** The product's name, in one place (GEN-1). */
export const productName = 'Groundwork'

/** The id of the platform's own company in the demo world, which invoices fees and plans there. */
export const demoPlatformCompanyId = '0198f0a0-0000-7000-8000-000000000001'
