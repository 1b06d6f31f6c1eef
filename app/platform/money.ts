/**
 * Arithmetic on integer cents (GEN-5). No floats: products use BigInt, and results that are not safe integers are
 * refused. Halves round away from zero, so that a credit note mirrors its invoice to the cent.
 */

type DecimalMark = ',' | '.'

/**
 * Parses an amount of money as people type it into integer cents: `1 234,50`, `1,234.50`, `1.234,50`, `1'234.50`.
 * Returns null when it is negative, has more than two decimals, exceeds the largest safe integer, or is ambiguous
 * (`1,234`: pass `decimalMark` of the user's language to decide).
 */
export function parseAmount(text: string, decimalMark?: DecimalMark): number | null {
  return parseDecimal(text, 2, decimalMark)
}

/** Parses the price of one unit into ten-thousandths of the currency's unit: the notations of `parseAmount`, with at most four decimals. */
export function parseUnitPrice(text: string, decimalMark?: DecimalMark): number | null {
  return parseDecimal(text, 4, decimalMark)
}

/** Parses a rate of exchange into millionths: the notations of `parseAmount`, with at most six decimals. */
export function parseExchangeRate(text: string, decimalMark?: DecimalMark): number | null {
  return parseDecimal(text, 6, decimalMark)
}

/** Parses a quantity into thousandths: the notations of `parseAmount`, with at most three decimals. */
export function parseQuantity(text: string, decimalMark?: DecimalMark): number | null {
  return parseDecimal(text, 3, decimalMark)
}

/** Parses a percentage (`25,5`) into basis points. */
export function parsePercent(text: string, decimalMark?: DecimalMark): number | null {
  return parseDecimal(text, 2, decimalMark)
}

/** Cents as the decimal number that APIs and XML use: `36.04` for 3604. */
export function decimalText(cents: number): string {
  return scaledText(cents, 2)
}

/** A percentage (basis points) as a decimal number without trailing zeros: `25.5` for 2550. */
export function percentText(rateBp: number): string {
  return scaledText(rateBp, 2).replace(/\.?0+$/, '')
}

/** A unit price (ten-thousandths) as a decimal number with two to four decimals: `2.50` for 25000, `0.0375` for 375. */
export function unitPriceText(unitPriceE4: number): string {
  return scaledText(unitPriceE4, 4).replace(/0{1,2}$/, '')
}

/** Thousandths as a decimal number without trailing zeros: `1.5` for 1500. */
export function quantityText(quantityMilli: number): string {
  return scaledText(quantityMilli, 3).replace(/\.?0+$/, '')
}

/** A rate of exchange (millionths) as a decimal number with four to six decimals, as the European Central Bank writes it: `1.0850`. */
export function exchangeRateText(rateE6: number): string {
  return scaledText(rateE6, 6).replace(/0{1,2}$/, '')
}

/** An amount in euro cents, at a rate of units for one euro (millionths). */
export function toEuroCents(cents: number, rateE6: number): number {
  return divideHalfUp(exact(cents) * 1_000_000n, exact(rateE6))
}

/** Quantity (thousandths) times unit price (cents), in cents. */
export function multiplyQuantity(quantityMilli: number, unitPriceCents: number): number {
  return divideHalfUp(exact(quantityMilli) * exact(unitPriceCents), 1000n)
}

/**
 * The net of a line in cents: quantity (thousandths) times unit price (ten-thousandths of the currency's unit), rounded once. EN 16931
 * limits the decimals of a line's net to two, and not those of its unit price (BT-146).
 */
export function priceQuantity(quantityMilli: number, unitPriceE4: number): number {
  return divideHalfUp(exact(quantityMilli) * exact(unitPriceE4), 100_000n)
}

/** The share of an amount in cents that `part` is of `whole`; all of it for the whole, and never less for more. */
export function shareOf(cents: number, part: number, whole: number): number {
  return divideHalfUp(exact(cents) * exact(part), exact(whole))
}

/** A share of an amount in cents; the rate is in basis points (2550 is 25.5 %). */
export function percentageOf(cents: number, rateBp: number): number {
  return divideHalfUp(exact(cents) * exact(rateBp), 10_000n)
}

/**
 * Splits an amount by weights with the largest remainder method: the parts add up to the amount, and each is within one
 * cent of its exact share. Equal remainders go to the earlier part.
 */
export function splitByWeights(cents: number, weights: readonly number[]): number[] {
  const amount = exact(cents)
  const shares = weights.map(exact)
  const whole = shares.reduce((sum, share) => sum + share, 0n)
  if (amount < 0n || whole <= 0n || shares.some((share) => share < 0n)) {
    throw new RangeError('A split needs an amount and weights that are not negative, and one weight above zero')
  }
  const parts = shares.map((share) => (amount * share) / whole)
  const left = Number(amount - parts.reduce((sum, part) => sum + part, 0n))
  const remainder = (index: number) => (amount * (shares[index] ?? 0n)) % whole
  const order = shares.map((_, index) => index)
  order.sort((a, b) => {
    const difference = remainder(b) - remainder(a)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })
  const lucky = new Set(order.slice(0, left))
  return parts.map((part, index) => Number(part) + (lucky.has(index) ? 1 : 0))
}

/**
 * The sum of amounts in cents.
 * @throws RangeError when an amount or the sum is not a safe integer
 */
export function sumCents(amounts: Iterable<number>): number {
  let sum = 0n
  for (const amount of amounts) sum += exact(amount)
  return safe(sum)
}

export type VatGroup = { vatRateBp: number; netCents: number; vatCents: number }

/**
 * VAT by rate: net amounts of one rate are added up first and the tax is rounded once per rate, not per line (EN 16931,
 * BR-CO-17). The highest rate comes first.
 */
export function vatByRate(lines: Iterable<{ netCents: number; vatRateBp: number }>): VatGroup[] {
  const nets = new Map<number, number>()
  for (const { netCents, vatRateBp } of lines) nets.set(vatRateBp, sumCents([nets.get(vatRateBp) ?? 0, netCents]))
  return [...nets]
    .sort(([a], [b]) => b - a)
    .map(([vatRateBp, netCents]) => ({ vatRateBp, netCents, vatCents: percentageOf(netCents, vatRateBp) }))
}

function parseDecimal(text: string, places: number, decimalMark?: DecimalMark): number | null {
  const typed = text
    .trim()
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replace(/[’]/g, "'")
  const read = readings(typed, places)
  const values = new Set(read.map((reading) => reading.scaled))
  if (values.size <= 1) return read[0]?.scaled ?? null
  return read.find((reading) => reading.mark === decimalMark)?.scaled ?? null
}

type Reading = { mark: DecimalMark; scaled: number | null }

/**
 * Every possible reading of a text as a number with this decimal mark, with thousands grouped in threes or not at all.
 */
function readings(typed: string, places: number): Reading[] {
  const found: Reading[] = []
  for (const mark of [',', '.'] as const) {
    const group = mark === ',' ? "[ '.]" : "[ ',]"
    const pattern = new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:(${group})\\d{3})(?:\\2\\d{3})*)(?:\\${mark}(\\d+))?$`)
    const match = pattern.exec(typed)
    if (match) found.push({ mark, scaled: scale(match[1] ?? '', match[3] ?? '', places) })
  }
  return found
}

function scale(whole: string, fraction: string, places: number): number | null {
  if (fraction.length > places) return null
  const scaled = BigInt(whole.replace(/\D/g, '') + fraction.padEnd(places, '0'))
  return scaled > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(scaled)
}

function scaledText(value: number, places: number): string {
  const digits = (exact(value) < 0n ? -exact(value) : exact(value)).toString().padStart(places + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function divideHalfUp(dividend: bigint, divisor: bigint): number {
  const size = dividend < 0n ? -dividend : dividend
  const rounded = (size * 2n + divisor) / (divisor * 2n)
  return safe(dividend < 0n ? -rounded : rounded)
}

function exact(value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number that can be counted with: ${value}`)
  return BigInt(value)
}

function safe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`Too large an amount: ${value}`)
  return number
}
