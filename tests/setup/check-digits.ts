/** The two check digits (ISO 7064 MOD 97-10) for a code (`FI`, `RF`) and what follows them, by whole-number arithmetic. */
export function mod97CheckDigits(code: string, body: string): string {
  const digits = [...`${body}${code}00`].map((character) => Number.parseInt(character, 36)).join('')
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}

/** The RF reference (ISO 11649) of a Finnish reference number: `1234561` is `RF341234561`. */
export const rfReference = (reference: string): string => `RF${mod97CheckDigits('RF', reference)}${reference}`

/** The n-th Finnish business id (Y-tunnus) of the tests, n from 1: each another, with a valid check digit. */
export function businessIdOfNumber(n: number): string {
  for (let body = 2_000_000 + n * 10; ; body += 1) {
    const rest = [7, 9, 10, 5, 8, 4, 2].reduce((sum, weight, at) => sum + weight * Number(String(body)[at]), 0) % 11
    if (rest !== 1) return `${body}-${rest === 0 ? 0 : 11 - rest}`
  }
}
