const weights = [7, 9, 10, 5, 8, 4, 2]

/** Normalizes a Finnish business id (Y-tunnus) to include its hyphen; null if its format or check digit is wrong. */
export function finnishBusinessId(text: string): string | null {
  const [, number, check] = /^(\d{7})-?(\d)$/.exec(text.trim()) ?? []
  if (!number || !check) return null
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  const rest = sum % 11
  if (rest === 1 || Number(check) !== (rest === 0 ? 0 : 11 - rest)) return null
  return `${number}-${check}`
}
