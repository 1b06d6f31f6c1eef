/** The product's name, in one place (decision P1). */
export const productName = 'Groundwork'
