/** Countries in which a company may be based: Europe and its main trading partners (ISO 3166-1 alpha-2). */
export const countries = [
  'FI', 'SE', 'NO', 'DK', 'IS', 'EE', 'LV', 'LT', 'AD', 'AL', 'AT', 'AU', 'BA', 'BE', 'BG', 'BR', 'CA', 'CH', 'CN', 'CY',
  'CZ', 'DE', 'ES', 'FR', 'GB', 'GE', 'GI', 'GR', 'HR', 'HU', 'IE', 'IN', 'IT', 'JP', 'KR', 'LI', 'LU', 'MC', 'MD', 'ME',
  'MK', 'MT', 'NL', 'NZ', 'PL', 'PT', 'RO', 'RS', 'SG', 'SI', 'SK', 'SM', 'TR', 'UA', 'US', 'VA', 'XK', 'ZA',
] as const // biome-ignore format: a table
