import { palette, type Theme } from './theme-palette.ts'

/**
 * Themes of countries outside Europe in the colours of their flags: background, primary, secondary. Where the flag is
 * red, destructive actions are orange.
 */
export const worldThemes: readonly Theme[] = [
  {
    // Old Glory: navy field, red stripe, blue accents.
    key: 'usa',
    label: 'United States',
    kind: 'country',
    flag: '🇺🇸',
    appearance: 'dark',
    colors: palette(`
      background  221 52% 10%     / 215 40% 97%
      card        221 46% 13.5%   / 215 40% 97%
      popover     221 44% 15.5%   / 215 40% 97%
      primary     352 92% 72%     / 352 60% 12%
      secondary   221 40% 24%     / 215 40% 94%
      muted       221 38% 18.5%   / 215 22% 66%
      accent      219 58% 26%     / 214 90% 92%
      destructive 22 92% 62%      / 22 60% 12%
      border      221 36% 22.5%
      input       221 24% 46.5%
      ring        212 60% 84%
    `),
  },
  {
    // Washi paper, indigo ink, one crimson disc.
    key: 'japan',
    label: 'Japan',
    kind: 'country',
    flag: '🇯🇵',
    appearance: 'light',
    colors: palette(`
      background  42 36% 97%      / 226 28% 15%
      card        42 36% 99.5%    / 226 28% 15%
      popover     42 36% 99.5%    / 226 28% 15%
      primary     346 96% 37%     / 0 0% 100%
      secondary   42 24% 90%      / 226 28% 18%
      muted       42 26% 94%      / 34 8% 39.5%
      accent      344 64% 94%     / 346 88% 29%
      destructive 18 92% 35%      / 0 0% 100%
      border      42 20% 86%
      input       42 12% 53.5%
      ring        346 90% 40%
    `),
  },
  {
    // The forest, the rhombus, the night sky over Rio.
    key: 'brazil',
    label: 'Brazil',
    kind: 'country',
    flag: '🇧🇷',
    appearance: 'dark',
    colors: palette(`
      background  154 46% 7%      / 80 26% 94%
      card        154 40% 10.5%   / 80 26% 94%
      popover     154 38% 12.5%   / 80 26% 94%
      primary     52 98% 54%      / 52 60% 12%
      secondary   154 34% 21%     / 80 26% 94%
      muted       154 32% 15.5%   / 80 22% 66%
      accent      222 54% 27%     / 214 88% 92%
      destructive 4 86% 73.5%     / 4 60% 12%
      border      154 30% 19.5%
      input       154 24% 39%
      ring        146 66% 50%
    `),
  },
  {
    // Snow, and a maple leaf on it.
    key: 'canada',
    label: 'Canada',
    kind: 'country',
    flag: '🇨🇦',
    appearance: 'light',
    colors: palette(`
      background  206 30% 98%     / 212 28% 14%
      card        206 30% 100%    / 212 28% 14%
      popover     206 30% 100%    / 212 28% 14%
      primary     354 86% 39.5%   / 0 0% 100%
      secondary   206 24% 91%     / 212 28% 18%
      muted       206 20% 94%     / 210 12% 40.5%
      accent      2 74% 95%       / 356 78% 32%
      destructive 24 94% 32.5%    / 0 0% 100%
      border      206 20% 86%
      input       206 12% 56.5%
      ring        354 86% 46%
    `),
  },
  {
    // Southern night, eucalyptus and wattle.
    key: 'australia',
    label: 'Australia',
    kind: 'country',
    flag: '🇦🇺',
    appearance: 'dark',
    colors: palette(`
      background  229 42% 10%     / 218 34% 95%
      card        229 36% 13.5%   / 218 34% 95%
      popover     229 34% 15.5%   / 218 34% 95%
      primary     150 52% 58%     / 150 52% 12%
      secondary   229 30% 24%     / 218 34% 94%
      muted       229 28% 18.5%   / 218 22% 66%
      accent      44 62% 18%      / 46 94% 82%
      destructive 4 86% 70%       / 4 60% 12%
      border      229 26% 22.5%
      input       229 24% 48.5%
      ring        46 98% 58%
    `),
  },
]
