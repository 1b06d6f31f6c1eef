/** The days of a period of the return: a month `2026-11`, a quarter `2026-Q4` or a year `2026`; null for anything else. */
export function daysOfPeriod(period: string): { from: string; to: string } | null {
  const [, year = '', month, quarter] = /^(20\d{2})(?:-(0[1-9]|1[0-2])|-Q([1-4]))?$/.exec(period) ?? []
  if (!year) return null
  const first = month ? Number(month) : quarter ? Number(quarter) * 3 - 2 : 1
  const last = month ? Number(month) : quarter ? Number(quarter) * 3 : 12
  const two = (number: number) => String(number).padStart(2, '0')
  const end = new Date(Date.UTC(Number(year), last, 0)).getUTCDate()
  return { from: `${year}-${two(first)}-01`, to: `${year}-${two(last)}-${end}` }
}

/** The periods to choose from on a day: the last thirteen months, six quarters, and three years, the newest first. */
export function periodsBefore(today: string): { months: string[]; quarters: string[]; years: string[] } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const back = (count: number) => {
    const at = year * 12 + month - 1 - count
    return { year: Math.floor(at / 12), month: (at % 12) + 1 }
  }
  const months = Array.from({ length: 13 }, (_, count) => back(count))
  const quarters = Array.from({ length: 18 }, (_, count) => back(count)).map(
    (at) => `${at.year}-Q${Math.ceil(at.month / 3)}`,
  )
  return {
    months: months.map((at) => `${at.year}-${String(at.month).padStart(2, '0')}`),
    quarters: [...new Set(quarters)].slice(0, 6),
    years: [year, year - 1, year - 2].map(String),
  }
}
