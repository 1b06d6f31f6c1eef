/** How often somebody is mailed what a saved search has found (PUB-3). */
export const searchRhythms = ['at_once', 'daily', 'weekly'] as const
export type SearchRhythm = (typeof searchRhythms)[number]
