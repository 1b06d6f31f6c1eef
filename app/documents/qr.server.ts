import { encode } from 'uqr'

/** A QR code of a text (ISO/IEC 18004, correction level M) as rows of `1` (dark) and `0`, without the light border that belongs around it. */
export function qrModules(text: string): string[] {
  return encode(text, { ecc: 'M', border: 0 }).data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''))
}
