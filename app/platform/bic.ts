/** Whether a text is a business identifier code (BIC, ISO 9362): 8 characters, or 11 with the branch. */
export function isBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text)
}
