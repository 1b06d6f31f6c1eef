import { palette, type Theme } from './theme-palette.ts'

/**
 * European country themes in the colours of their flags: background, primary, secondary. Where the flag is red,
 * destructive actions are orange.
 */
export const europeThemes: readonly Theme[] = [
  {
    // London slate, royal blue, a crimson cross.
    key: 'uk',
    label: 'United Kingdom',
    kind: 'country',
    flag: '🇬🇧',
    appearance: 'dark',
    colors: palette(`
      background  226 22% 11%     / 224 22% 95%
      card        226 16% 14.5%   / 224 22% 95%
      popover     226 14% 16.5%   / 224 22% 95%
      primary     222 92% 75.5%   / 222 60% 12%
      secondary   226 10% 25%     / 224 22% 94%
      muted       226 8% 19.5%    / 224 22% 66%
      accent      346 44% 23%     / 346 84% 92%
      destructive 10 88% 72%      / 10 60% 12%
      border      226 6% 23.5%
      input       226 4% 45.5%
      ring        348 84% 66%
    `),
  },
  {
    // Midnight in the tricolour: bleu nuit, pale blue, a red second.
    key: 'france',
    label: 'France',
    kind: 'country',
    flag: '🇫🇷',
    appearance: 'dark',
    colors: palette(`
      background  230 52% 9%      / 226 44% 96%
      card        230 46% 12.5%   / 226 44% 96%
      popover     230 44% 14.5%   / 226 44% 96%
      primary     213 94% 72%     / 213 60% 12%
      secondary   227 46% 24%     / 226 44% 94%
      muted       230 38% 17.5%   / 226 22% 66%
      accent      354 48% 25%     / 354 92% 93%
      destructive 8 90% 67%       / 8 60% 12%
      border      230 36% 21.5%
      input       230 24% 47.5%
      ring        0 0% 90%
    `),
  },
  {
    // Black, red, gold, in this order.
    key: 'germany',
    label: 'Germany',
    kind: 'country',
    flag: '🇩🇪',
    appearance: 'dark',
    colors: palette(`
      background  0 0% 7%         / 44 18% 94%
      card        0 0% 10.5%      / 44 18% 94%
      popover     0 0% 12.5%      / 44 18% 94%
      primary     47 100% 52%     / 47 60% 12%
      secondary   0 0% 21%        / 44 18% 94%
      muted       0 0% 15.5%      / 44 18% 66%
      accent      358 56% 22%     / 48 92% 88%
      destructive 4 86% 70.5%     / 4 60% 12%
      border      0 0% 19.5%
      input       0 0% 42%
      ring        2 84% 62%
    `),
  },
  {
    // A warm dark ground, the green first, the red second.
    key: 'italy',
    label: 'Italy',
    kind: 'country',
    flag: '🇮🇹',
    appearance: 'dark',
    colors: palette(`
      background  24 14% 8%       / 40 30% 94%
      card        24 8% 11.5%     / 40 30% 94%
      popover     24 6% 13.5%     / 40 30% 94%
      primary     147 58% 52%     / 147 58% 12%
      secondary   24 4% 22%       / 40 30% 94%
      muted       24 3% 16.5%     / 40 22% 66%
      accent      356 42% 22%     / 356 80% 92%
      destructive 6 86% 70.5%     / 6 60% 12%
      border      24 4% 20.5%
      input       24 4% 43%
      ring        40 40% 88%
    `),
  },
  {
    // Rojigualda: deep red ground, gold on it.
    key: 'spain',
    label: 'Spain',
    kind: 'country',
    flag: '🇪🇸',
    appearance: 'dark',
    colors: palette(`
      background  354 42% 9%      / 42 46% 94%
      card        354 36% 12.5%   / 42 46% 94%
      popover     354 34% 14.5%   / 42 46% 94%
      primary     45 98% 56%      / 45 60% 12%
      secondary   354 30% 23%     / 42 46% 94%
      muted       354 28% 17.5%   / 42 22% 66%
      accent      356 58% 24%     / 46 94% 88%
      destructive 12 96% 68%      / 12 60% 12%
      border      354 26% 21.5%
      input       354 24% 47%
      ring        46 98% 58%
    `),
  },
  {
    // Delft blue and oranje.
    key: 'netherlands',
    label: 'Netherlands',
    kind: 'country',
    flag: '🇳🇱',
    appearance: 'dark',
    colors: palette(`
      background  219 46% 10%     / 214 34% 95%
      card        219 40% 13.5%   / 214 34% 95%
      popover     219 38% 15.5%   / 214 34% 95%
      primary     24 98% 60%      / 24 60% 12%
      secondary   219 34% 24%     / 214 34% 94%
      muted       219 32% 18.5%   / 214 22% 66%
      accent      218 54% 25%     / 214 90% 92%
      destructive 350 88% 72.5%   / 350 60% 12%
      border      219 30% 22.5%
      input       219 24% 46.5%
      ring        24 98% 60%
    `),
  },
  {
    // Winter blue and the gold of the cross.
    key: 'sweden',
    label: 'Sweden',
    kind: 'country',
    flag: '🇸🇪',
    appearance: 'dark',
    colors: palette(`
      background  207 62% 9%      / 204 40% 95%
      card        207 56% 12.5%   / 204 40% 95%
      popover     207 54% 14.5%   / 204 40% 95%
      primary     48 98% 56%      / 48 60% 12%
      secondary   207 50% 23%     / 204 40% 94%
      muted       207 48% 17.5%   / 204 22% 66%
      accent      204 76% 23%     / 200 92% 90%
      destructive 4 86% 72%       / 4 60% 12%
      border      207 46% 21.5%
      input       207 24% 44%
      ring        204 92% 60%
    `),
  },
  {
    // A red ground, ice blue on it, white edges.
    key: 'norway',
    label: 'Norway',
    kind: 'country',
    flag: '🇳🇴',
    appearance: 'dark',
    colors: palette(`
      background  350 36% 9%      / 350 16% 96%
      card        350 30% 12.5%   / 350 16% 96%
      popover     350 28% 14.5%   / 350 16% 96%
      primary     210 88% 74%     / 210 60% 12%
      secondary   350 24% 23%     / 350 16% 94%
      muted       350 22% 17.5%   / 350 16% 66%
      accent      350 56% 24%     / 350 84% 93%
      destructive 14 92% 66%      / 14 60% 12%
      border      350 20% 21.5%
      input       350 18% 46%
      ring        0 0% 92%
    `),
  },
  {
    // Dannebrog: a red cloth, a white cross.
    key: 'denmark',
    label: 'Denmark',
    kind: 'country',
    flag: '🇩🇰',
    appearance: 'dark',
    colors: palette(`
      background  353 30% 8%      / 20 24% 96%
      card        353 24% 11.5%   / 20 24% 96%
      popover     353 22% 13.5%   / 20 24% 96%
      primary     20 36% 93%      / 20 36% 12%
      secondary   353 18% 22%     / 20 24% 94%
      muted       353 16% 16.5%   / 20 22% 66%
      accent      352 66% 28%     / 0 90% 95%
      destructive 20 94% 64%      / 20 60% 12%
      border      353 14% 20.5%
      input       353 12% 44.5%
      ring        352 86% 66%
    `),
  },
  {
    // The green and the red, and a little of the armillary gold.
    key: 'portugal',
    label: 'Portugal',
    kind: 'country',
    flag: '🇵🇹',
    appearance: 'dark',
    colors: palette(`
      background  140 36% 7%      / 60 26% 94%
      card        140 30% 10.5%   / 60 26% 94%
      popover     140 28% 12.5%   / 60 26% 94%
      primary     3 88% 72.5%     / 3 60% 12%
      secondary   140 24% 21%     / 60 26% 94%
      muted       140 22% 15.5%   / 60 22% 66%
      accent      140 50% 17%     / 128 60% 86%
      destructive 28 96% 60%      / 28 60% 12%
      border      140 20% 19.5%
      input       140 18% 40%
      ring        48 96% 56%
    `),
  },
  {
    // Aegean blues and whitewash.
    key: 'greece',
    label: 'Greece',
    kind: 'country',
    flag: '🇬🇷',
    appearance: 'dark',
    colors: palette(`
      background  214 62% 10%     / 206 52% 97%
      card        214 56% 13.5%   / 206 52% 97%
      popover     214 54% 15.5%   / 206 52% 97%
      primary     204 94% 68%     / 204 60% 12%
      secondary   214 50% 24%     / 206 52% 94%
      muted       214 48% 18.5%   / 206 22% 66%
      accent      211 72% 26%     / 204 92% 93%
      destructive 4 86% 71.5%     / 4 60% 12%
      border      214 46% 22.5%
      input       214 24% 45.5%
      ring        0 0% 96%
    `),
  },
  {
    // Evergreen, with orange at its side.
    key: 'ireland',
    label: 'Ireland',
    kind: 'country',
    flag: '🇮🇪',
    appearance: 'dark',
    colors: palette(`
      background  162 42% 8%      / 60 26% 95%
      card        162 36% 11.5%   / 60 26% 95%
      popover     162 34% 13.5%   / 60 26% 95%
      primary     152 62% 54%     / 152 60% 12%
      secondary   162 30% 22%     / 60 26% 94%
      muted       162 28% 16.5%   / 60 22% 66%
      accent      24 64% 19%      / 30 94% 84%
      destructive 356 86% 76%     / 356 60% 12%
      border      162 26% 20.5%
      input       162 24% 39.5%
      ring        26 98% 60%
    `),
  },
  {
    // Swiss style: neutral, exact, one red.
    key: 'switzerland',
    label: 'Switzerland',
    kind: 'country',
    flag: '🇨🇭',
    appearance: 'dark',
    colors: palette(`
      background  0 0% 6%         / 0 0% 98%
      card        0 0% 9.5%       / 0 0% 98%
      popover     0 0% 11.5%      / 0 0% 98%
      primary     2 92% 70%       / 2 60% 12%
      secondary   0 0% 20%        / 0 0% 94%
      muted       0 0% 14.5%      / 0 0% 66%
      accent      0 0% 19%        / 0 0% 98%
      destructive 22 92% 62%      / 22 60% 12%
      border      0 0% 18.5%
      input       0 0% 41.5%
      ring        0 0% 96%
    `),
  },
  {
    // Black, yellow, red.
    key: 'belgium',
    label: 'Belgium',
    kind: 'country',
    flag: '🇧🇪',
    appearance: 'dark',
    colors: palette(`
      background  42 14% 7%       / 48 34% 94%
      card        42 8% 10.5%     / 48 34% 94%
      popover     42 6% 12.5%     / 48 34% 94%
      primary     356 90% 72%     / 356 60% 12%
      secondary   42 4% 21%       / 48 34% 94%
      muted       42 3% 15.5%     / 48 22% 66%
      accent      48 56% 17%      / 51 95% 78%
      destructive 22 92% 62%      / 22 60% 12%
      border      42 4% 19.5%
      input       42 4% 41.5%
      ring        51 96% 60%
    `),
  },
  {
    // Red, white, red, on alpine granite.
    key: 'austria',
    label: 'Austria',
    kind: 'country',
    flag: '🇦🇹',
    appearance: 'dark',
    colors: palette(`
      background  214 13% 11%     / 210 16% 96%
      card        214 7% 14.5%    / 210 16% 96%
      popover     214 5% 16.5%    / 210 16% 96%
      primary     355 86% 76.5%   / 355 60% 12%
      secondary   214 4% 25%      / 210 16% 94%
      muted       214 3% 19.5%    / 210 16% 66%
      accent      355 40% 24%     / 355 86% 94%
      destructive 24 94% 64%      / 24 60% 12%
      border      214 4% 23.5%
      input       214 4% 46%
      ring        0 0% 92%
    `),
  },
]
