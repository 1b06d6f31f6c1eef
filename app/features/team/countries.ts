/** The countries that every address form offers: Europe and its main trading partners (ISO 3166-1 alpha-2, and Kosovo). */
export const countries = [
  'FI', 'SE', 'NO', 'DK', 'IS', 'EE', 'LV', 'LT', 'AD', 'AL', 'AT', 'AU', 'BA', 'BE', 'BG', 'BR', 'CA', 'CH', 'CN', 'CY',
  'CZ', 'DE', 'ES', 'FR', 'GB', 'GE', 'GI', 'GR', 'HR', 'HU', 'IE', 'IN', 'IT', 'JP', 'KR', 'LI', 'LU', 'MC', 'MD', 'ME',
  'MK', 'MT', 'NL', 'NZ', 'PL', 'PT', 'RO', 'RS', 'SG', 'SI', 'SK', 'SM', 'TR', 'UA', 'US', 'VA', 'XK', 'ZA',
] as const // biome-ignore format: a table

/** The offered countries, with a stored one that is not among them: a form keeps it rather than showing another. */
export const countriesWith = (stored: string): string[] => [
  ...new Set<string>([...countries, ...(/^[A-Z]{2}$/.test(stored) ? [stored] : [])]),
]
