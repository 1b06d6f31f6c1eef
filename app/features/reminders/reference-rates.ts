/**
 * Reference rates of the Interest Act (633/1982, section 12), in hundredths of a percent, by half of the year: the rate of the European Central
 * Bank's last main refinancing operation before the half begins, rounded up to the next half of a percent. The Bank of Finland announces them
 * each June and December in the Statute Book (section 12 a). Source: Bank of Finland, reference rate and penalty interest rates, read on
 * 2026-11-26; up to the announcement of 2025-12 for the first half of 2026.
 */
const announced: Readonly<Record<string, number>> = {
  ...{ '2013-2': 50, '2014-1': 50, '2014-2': 50, '2015-1': 50, '2015-2': 50, '2016-1': 50, '2016-2': 0 },
  ...{ '2017-1': 0, '2017-2': 0, '2018-1': 0, '2018-2': 0, '2019-1': 0, '2019-2': 0, '2020-1': 0, '2020-2': 0 },
  ...{ '2021-1': 0, '2021-2': 0, '2022-1': 0, '2022-2': 0, '2023-1': 250, '2023-2': 400, '2024-1': 450, '2024-2': 450 },
  ...{ '2025-1': 350, '2025-2': 250, '2026-1': 250 },
}

/** The half of the year of a day, and the first day of the next one (`YYYY-MM-DD`). */
export function halfOf(day: string): { half: string; next: string } {
  const year = Number(day.slice(0, 4))
  return day.slice(5) < '07-01'
    ? { half: `${year}-1`, next: `${year}-07-01` }
    : { half: `${year}-2`, next: `${year + 1}-01-01` }
}

/** Rates that were added since, by half of the year, in hundredths of a percent. */
export type AddedRates = ReadonlyMap<string, number>

/** The reference rate of a half of the year in hundredths of a percent; null where none is known. */
export const referenceRateBp = (half: string, added: AddedRates): number | null =>
  announced[half] ?? added.get(half) ?? null

/** The rates that the program knows by itself, the newest first. */
export const announcedRates = (): { half: string; rateBp: number }[] =>
  Object.entries(announced)
    .map(([half, rateBp]) => ({ half, rateBp }))
    .sort((a, b) => b.half.localeCompare(a.half))

/** How many days before a half begins its rate can be added: it is announced in the month before. */
const announcedDaysBefore = 31

/** The halves of the year that a rate can be added for: those after the last one that the program knows, up to one that begins within a month. */
export function addableHalves(today: string): string[] {
  const halves: string[] = []
  const { half: current, next } = halfOf(today)
  let half = current
  const ahead = halfOf(next).half
  const daysToNext = (Date.parse(next) - Date.parse(today)) / 86_400_000
  const last = announcedRates()[0]?.half ?? ''
  if (daysToNext <= announcedDaysBefore) halves.push(ahead)
  while (half > last) {
    halves.push(half)
    const [year, number] = [Number(half.slice(0, 4)), half.slice(5)]
    half = number === '2' ? `${year}-1` : `${year - 1}-2`
  }
  return halves
}
