/** The common style of text inputs and selects (rows.css). */
export const inputClass = 'input'
