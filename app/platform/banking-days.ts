/**
 * The days on which a debt falls due in Finland. A payment day that is a church holiday, Independence Day, May Day, Christmas Eve, Midsummer Eve
 * or a Saturday moves to the next working day (Promissory Notes Act 622/1947, section 5(2)); Sundays are church holidays.
 *
 * The list is the statute's, and short. finnish-holidays-js 1.1.2, the package for it, reads the parts of a UTC date in the server's time zone.
 */

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const moved = (day: string, days: number): string => dayOf(new Date(at(day).getTime() + days * 86_400_000))

/** Of every year, as `MM-DD`: New Year's Day, Epiphany, May Day, Independence Day, Christmas Eve, Christmas Day, St Stephen's Day. */
const fixed = ['01-01', '01-06', '05-01', '12-06', '12-24', '12-25', '12-26']

/** Easter Sunday of a year of the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): string {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return dayOf(new Date(Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1)))
}

/** Good Friday, Easter Monday and Ascension Day, as days after Easter Sunday. */
const movable = [-2, 1, 39]

const movableDays = new Map<number, string[]>()

/** They in a year, as `YYYY-MM-DD`, found once: every row of a list of invoices asks. */
function movableIn(year: number): string[] {
  let days = movableDays.get(year)
  if (!days) {
    const sunday = easter(year)
    days = movable.map((after) => moved(sunday, after))
    movableDays.set(year, days)
  }
  return days
}

/** Midsummer Day is the Saturday between 20 and 26 June, and its eve the Friday before. */
const isMidsummerEve = (day: string): boolean =>
  at(day).getUTCDay() === 5 && day.slice(5) >= '06-19' && day.slice(5) <= '06-25'

/** Whether a debt can fall due on a day (`YYYY-MM-DD`). */
export function isBankingDay(day: string): boolean {
  const weekday = at(day).getUTCDay()
  if (weekday === 0 || weekday === 6 || fixed.includes(day.slice(5)) || isMidsummerEve(day)) return false
  return !movableIn(Number(day.slice(0, 4))).includes(day)
}

/** The day itself if a debt can fall due on it, else the next such day. */
export const bankingDayFrom = (day: string): string => (isBankingDay(day) ? day : bankingDayFrom(moved(day, 1)))

/** The last day before a day on which a debt can fall due. */
export function bankingDayBefore(day: string): string {
  const before = moved(day, -1)
  return isBankingDay(before) ? before : bankingDayBefore(before)
}
