import fc from 'fast-check'
import { it } from 'vitest'
import {
  contractPosition,
  depositPosting,
  fundPosting,
  isConsistent,
  type LedgerPosting,
  refundPosting,
  releasePosting,
  resolutionPosting,
  retentionReleasePosting,
} from '#app/features/escrow/ledger.ts'
import { restOf, retentionOf } from '#app/features/escrow/milestone.ts'
import { feeOf, netOfShare } from '#app/features/escrow/platform-fee/platform-fee.ts'
import { percentageOf } from '#app/platform/money.ts'
import { amountsThisTime } from './valuation.ts'

const parties = { contractId: 'c', clientCompanyId: 'client', providerCompanyId: 'provider' }
const terms = fc.record({
  netCents: fc.integer({ min: 1, max: 10 ** 9 }),
  vatRateBp: fc.constantFrom(0, 1000, 1350, 2550),
  retentionBp: fc.constantFrom(0, 333, 500, 1000, 10_000),
  platformFeeBp: fc.constantFrom(0, 250, 5000),
})
const steps = fc.array(
  fc.record({ verb: fc.constantFrom('certify', 'change', 'release', 'refund', 'resolve'), share: fc.nat(1000) }),
  { maxLength: 14 },
)
type Terms = typeof terms extends fc.Arbitrary<infer Value> ? Value : never
type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never

/** What the verbs do to one milestone of a contract, in any order in which the machines allow it. */
function run({ netCents: signedNet, vatRateBp, ...of }: Terms, sequence: Steps): void {
  const postings: LedgerPosting[] = []
  let milestone = {
    netCents: signedNet,
    vatCents: percentageOf(signedNet, vatRateBp),
    certifiedNetCents: 0,
    certifiedVatCents: 0,
    ...{ refundedNetCents: 0, refundedVatCents: 0 },
  }
  let [isFunded, isClosed] = [false, false]
  const amountOf = () => milestone.netCents + milestone.vatCents
  const rest = () => restOf({ ...milestone, amountCents: amountOf() })
  const release = (part: ReturnType<typeof rest>) => {
    const grossCents = part.amountCents - retentionOf(part.amountCents, { ...of, beforeCents: part.beforeCents })
    const paid = { grossCents, netCents: netOfShare(grossCents, part) }
    const { feeCents } = feeOf(paid, { ...of, platformFeeBasis: 'net' }, 2550)
    postings.push(releasePosting(parties, part.amountCents, { ...of, feeCents, beforeCents: part.beforeCents }))
  }
  const fundNow = () => {
    if (isFunded) return
    isFunded = true
    postings.push(depositPosting('client', amountOf()), fundPosting(parties, amountOf()))
  }
  for (const { verb, share } of sequence) {
    if (isClosed) break
    const reduced = milestone.netCents - Math.floor((milestone.netCents * share) / 2000)
    // A deduction changes what is not paid in yet.
    if (verb === 'change' && !isFunded && reduced > 0)
      milestone = { ...milestone, netCents: reduced, vatCents: percentageOf(reduced, vatRateBp) }
    if (verb === 'change') continue
    fundNow()
    const left = rest()
    if (verb === 'certify') {
      const part = amountsThisTime(milestone, Math.floor((milestone.netCents * share) / 1000))
      if (part.netCents <= 0) continue
      release({ ...part, amountCents: part.grossCents, beforeCents: left.beforeCents })
      milestone.certifiedNetCents += part.netCents
      milestone.certifiedVatCents += part.vatCents
    } else if (left.amountCents > 0) {
      const clientCents = verb === 'refund' ? left.amountCents : Math.floor((left.amountCents * share) / 1000)
      if (verb === 'release') release(left)
      else if (verb === 'refund') postings.push(refundPosting(parties, clientCents))
      else
        postings.push(
          resolutionPosting(
            parties,
            left.amountCents,
            { clientCents, providerCents: left.amountCents - clientCents },
            0,
          ),
        )
      isClosed = true
    } else isClosed = true
    const position = contractPosition(postings)
    const held = isClosed ? 0 : rest().amountCents
    if (!isConsistent(position)) throw new Error(`${verb}: the position is unsound`)
    if (position.heldCents - position.retentionCents !== held)
      throw new Error(`${verb}: escrow differs from the milestone`)
    const certifiedCents = milestone.certifiedNetCents + milestone.certifiedVatCents
    if (milestone.certifiedVatCents < 0 || held < 0 || certifiedCents > amountOf())
      throw new Error(`${verb}: below zero`)
    // The retention is that of all that was released, whatever its parts are.
    const releasedCents = verb === 'release' ? amountOf() : certifiedCents
    if (position.retentionCents !== percentageOf(releasedCents, of.retentionBp))
      throw new Error(`${verb}: the retention differs`)
    if (verb === 'release' && position.releasedCents + position.retentionCents !== amountOf())
      throw new Error('release: not all of the milestone')
  }
  const retained = contractPosition(postings).retentionCents
  if (isClosed && retained > 0) {
    postings.push(retentionReleasePosting(parties, retained, 0))
    const { heldCents, releasedCents, refundedCents } = contractPosition(postings)
    if (heldCents !== 0 || releasedCents + refundedCents !== amountOf())
      throw new Error('the end is not all of the milestone')
  }
}

it('keeps its sums in any order of change orders, certificates, release, refund and decision', () => {
  fc.assert(fc.property(terms, steps, run), { numRuns: 1500 })
})
