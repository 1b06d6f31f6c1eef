/** The product's name, in one place (GEN-1). */
export const productName = 'Groundwork'
