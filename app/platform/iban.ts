/** IBAN lengths of the SEPA area (ISO 13616 registry). */
const lengths: Readonly<Record<string, number>> = {
  AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27,
  GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24,
  ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19, SK: 24, SM: 27, VA: 22,
} // biome-ignore format: a table

/** An IBAN as it is stored: without spaces and in capitals. */
export function compactIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** Whether a text is a valid IBAN of the SEPA area: its country's length and its check digits (ISO 13616). */
export function isIban(text: string): boolean {
  const iban = compactIban(text)
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]+$/.test(iban) || iban.length !== lengths[iban.slice(0, 2)]) return false
  return hasMod97CheckDigits(iban)
}

/** An IBAN as it is printed: in groups of four. */
export function formatIban(text: string): string {
  return compactIban(text).replace(/(.{4})(?=.)/g, '$1 ')
}

/** Whether places 3 and 4 hold valid ISO 7064 MOD 97-10 check digits, as in IBANs and RF references. */
export function hasMod97CheckDigits(code: string): boolean {
  return mod97(code.slice(4) + code.slice(0, 4)) === 1
}

/** The check digits of a code whose first two letters and rest are given (ISO 7064 MOD 97-10). */
export const mod97CheckDigits = (letters: string, rest: string): string =>
  String(98 - mod97(`${rest}${letters}00`)).padStart(2, '0')

/** The remainder by 97 of a code whose letters count from A = 10 (ISO 7064 MOD 97-10): 1 where its last two digits are its check digits. */
export function mod97(code: string): number {
  let rest = 0
  for (const character of code) {
    for (const digit of Number.parseInt(character, 36).toString()) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest
}
