import type { CompanyContext } from '#app/features/accounts/context.ts'
import { answerSchedule } from '#app/features/valuations/answer-schedule.server.ts'
import { certifyValuation } from '#app/features/valuations/certify-valuation.server.ts'
import { claimValuation } from '#app/features/valuations/claim-valuation.server.ts'
import { proposeSchedule } from '#app/features/valuations/propose-schedule.server.ts'
import { scheduleLines } from '#app/features/valuations/rows.server.ts'
import { splitByWeights } from '#app/platform/money.ts'
import { demoPassword } from './people.ts'
import type { Clock } from './stage.ts'
import { storedText } from './stored-text.ts'

type Firms = { client: CompanyContext; provider: CompanyContext }

const lines = [
  { description: 'Luminaires of the hall', weight: 5, basis: 'quantity', whole: 48_000, unit: 'pcs' },
  { description: 'Cable trays and cables', weight: 3, basis: 'quantity', whole: 620_000, unit: 'm' },
  { description: 'Sockets, data points and testing', weight: 2, basis: 'percent', whole: 10_000, unit: '' },
] as const

/** A funded milestone in the middle of its valuations: values agreed, one certificate, and a valuation that waits for the next. */
export async function valueMilestone(
  milestone: { id: string; netCents: number },
  { client, provider }: Firms,
  clock: Clock,
): Promise<void> {
  const at = async <C extends { now: number }>(ctx: C): Promise<C> => ({ ...ctx, now: await clock() })
  const milestoneId = milestone.id
  const values = splitByWeights(
    milestone.netCents,
    lines.map(({ weight }) => weight),
  )
  const agreed = lines.map(({ weight: _, ...line }, index) => ({ ...line, netCents: values[index] ?? 0 }))
  const { id: scheduleId } = proposeSchedule(await at(provider), { milestoneId, lines: agreed })
  answerSchedule(await at(client), { milestoneId, scheduleId, action: 'accept' })
  const ids = scheduleLines(client.db, scheduleId).map(({ id }) => id)
  const claim = async (done: readonly number[], note: string) => {
    const sheet = await storedText('Measurement sheet.txt', `${note}\n\nMeasured with the site manager.\n`)
    const valued = ids.map((lineId, index) => ({ lineId, done: done[index] ?? 0 }))
    return claimValuation(await at(provider), { milestoneId, lines: valued, note, files: [sheet] }).id
  }
  const first = await claim([16_000, 300_000, 0], 'Half of the trays hang, and the luminaires of the first bay.')
  const [luminaires = ''] = ids
  const less = [{ lineId: luminaires, done: 12_000, reason: 'Four luminaires are mounted but not connected.' }]
  await certifyValuation(await at(client), { valuationId: first, lines: less, password: demoPassword })
  await claim([30_000, 620_000, 2_500], 'All trays hang. The luminaires of the first two bays are connected.')
}
