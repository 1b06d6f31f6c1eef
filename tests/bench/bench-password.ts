/** What the people of the bench log in with, at the product’s own cost of argon2. */
export const benchPassword = 'gravel-Otter-79-lantern'
