import { palette, type Theme } from './theme-palette.ts'

/** The six colour schemes. */
export const schemeThemes: readonly Theme[] = [
  {
    // Deep space: a night indigo, one cold star of violet light.
    key: 'space',
    label: 'Space',
    kind: 'scheme',
    appearance: 'dark',
    colors: palette(`
      background  232 38% 7%      / 226 36% 95%
      card        232 32% 10.5%   / 226 36% 95%
      popover     232 30% 12.5%   / 226 36% 95%
      primary     244 92% 76.5%   / 244 60% 12%
      secondary   232 26% 21%     / 226 36% 94%
      muted       232 24% 15.5%   / 226 22% 66%
      accent      248 38% 21%     / 246 90% 91%
      destructive 4 86% 68%       / 4 60% 12%
      border      232 22% 19.5%
      input       232 20% 46%
      ring        262 90% 74%
    `),
  },
  {
    // A laboratory at night: slate blue and the cyan of an instrument.
    key: 'quantum',
    label: 'Quantum Analytics',
    kind: 'scheme',
    appearance: 'dark',
    colors: palette(`
      background  214 44% 9%      / 200 32% 94%
      card        214 38% 12.5%   / 200 32% 94%
      popover     214 36% 14.5%   / 200 32% 94%
      primary     187 82% 53%     / 187 60% 12%
      secondary   214 32% 23%     / 200 32% 94%
      muted       214 30% 17.5%   / 200 22% 66%
      accent      192 48% 19%     / 186 76% 86%
      destructive 4 86% 71%       / 4 60% 12%
      border      214 28% 21.5%
      input       214 24% 45%
      ring        172 78% 52%
    `),
  },
  {
    // A sign over a wet street: magenta tubes, electric cyan around what has the focus.
    key: 'neon',
    label: 'Neon Electric',
    kind: 'scheme',
    appearance: 'dark',
    colors: palette(`
      background  276 48% 7%      / 288 50% 96%
      card        276 42% 10.5%   / 288 50% 96%
      popover     276 40% 12.5%   / 288 50% 96%
      primary     316 100% 68%    / 316 60% 12%
      secondary   276 36% 21%     / 288 50% 94%
      muted       276 34% 15.5%   / 288 22% 66%
      accent      190 62% 17%     / 182 100% 80%
      destructive 14 100% 64%     / 14 60% 12%
      border      276 32% 19.5%
      input       276 24% 46%
      ring        181 100% 52%
    `),
  },
  {
    // A phosphor screen: everything is a shade of one green.
    key: 'matrix',
    label: 'Matrix Green',
    kind: 'scheme',
    appearance: 'dark',
    colors: palette(`
      background  132 34% 4%      / 126 46% 86%
      card        132 28% 7.5%    / 126 46% 86%
      popover     132 26% 9.5%    / 126 46% 86%
      primary     134 88% 52%     / 134 60% 12%
      secondary   132 22% 18%     / 126 46% 94%
      muted       132 20% 12.5%   / 126 22% 66%
      accent      136 50% 13%     / 130 78% 78%
      destructive 4 86% 68%       / 4 60% 12%
      border      132 18% 16.5%
      input       132 16% 37.5%
      ring        134 100% 50%
    `),
  },
  {
    // Neutral greys, one quiet blue.
    key: 'dark',
    label: 'Dark Theme',
    kind: 'scheme',
    appearance: 'dark',
    colors: palette(`
      background  240 5% 9%       / 240 6% 95%
      card        240 3% 12.5%    / 240 6% 95%
      popover     240 3% 14.5%    / 240 6% 95%
      primary     213 92% 70%     / 213 60% 12%
      secondary   240 4% 23%      / 240 6% 94%
      muted       240 3% 17.5%    / 240 6% 66%
      accent      220 12% 20%     / 214 60% 92%
      destructive 4 86% 72%       / 4 60% 12%
      border      240 4% 21.5%
      input       240 4% 45%
      ring        213 92% 68%
    `),
  },
  {
    // Paper and ink, one blue.
    key: 'light',
    label: 'Light Theme',
    kind: 'scheme',
    appearance: 'light',
    colors: palette(`
      background  220 22% 98%     / 224 34% 13%
      card        220 22% 100%    / 224 34% 13%
      popover     220 22% 100%    / 224 34% 13%
      primary     226 76% 50%     / 0 0% 100%
      secondary   220 20% 90.5%   / 224 34% 18%
      muted       220 12% 94%     / 220 12% 41.5%
      accent      226 70% 95%     / 228 64% 36%
      destructive 356 72% 42%     / 0 0% 100%
      border      220 20% 86%
      input       220 12% 58%
      ring        226 80% 56%
    `),
  },
]
