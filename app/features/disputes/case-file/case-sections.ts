import type { TFunction } from 'i18next'
import type { Block } from '#app/documents/document.ts'
import type { Format } from '#app/i18n/format.ts'
import type { CaseEntry, CaseEvidence } from './case-evidence.server.ts'

/** Something that was said, done or found: `to` is the page that has all of it, null where there is none. */
type Entry = { id: string; title: string; lines: readonly string[]; to: string | null; files: readonly CaseEntry[] }

/** One kind of evidence, in the reader's language. */
export type CaseSection = { id: string; title: string; entries: readonly Entry[] }

/** The texts of a reader's language, each `t` of the namespace of its name. */
export type CaseTexts = {
  casefile: TFunction<'casefile'>
  changeorders: TFunction<'changeorders'>
  contracts: TFunction<'contracts'>
  disputes: TFunction<'disputes'>
  escrow: TFunction<'escrow'>
  handover: TFunction<'handover'>
  priceforms: TFunction<'priceforms'>
  valuations: TFunction<'valuations'>
  format: Format
}

/** The lines that say something, each once. */
const present = (lines: readonly (string | null | false)[]): string[] => [
  ...new Set(lines.flatMap((line) => (line ? [line] : []))),
]

/** The evidence of a case as it is read, on the page and in the PDF alike. `contractId` and `currency` are those of the disputed contract. */
export function caseSections(
  evidence: CaseEvidence,
  contract: { id: string; currency: string },
  texts: CaseTexts,
): CaseSection[] {
  const { casefile: t } = texts
  return [
    { id: 'statements', title: t('evidence.statements'), entries: statements(evidence, contract.currency, texts) },
    { id: 'deliverables', title: t('evidence.deliverables'), entries: deliverables(evidence, contract, texts) },
    { id: 'valuations', title: t('evidence.valuations'), entries: valuations(evidence, contract.currency, texts) },
    { id: 'changes', title: t('evidence.changes'), entries: changes(evidence, contract, texts) },
    { id: 'bid', title: t('evidence.bid'), entries: bidParts(evidence, contract.currency, texts) },
    { id: 'defects', title: t('evidence.defects'), entries: defects(evidence, texts) },
  ]
}

function statements(
  { disputes }: CaseEvidence,
  currency: string,
  { disputes: t, casefile, format }: CaseTexts,
): Entry[] {
  return disputes.flatMap((dispute) => {
    const { subjectId, milestone, opened, entries, offers, decision } = dispute
    const { clientName, providerName } = dispute.contract
    const companyOf = { client: clientName, provider: providerName, admin: t('admin') }
    const to = `/disputes/${subjectId}`
    const about = milestone ? t('paper.milestone', milestone) : t('retention')
    const by = (name: string | null, at: number) => t('paper.by', { name: name ?? '', time: format.dateTime(at) })
    const split = (one: { clientCents: number; providerCents: number }) =>
      t('offers.split', {
        ...{ client: clientName, clientAmount: format.money(one.clientCents, currency) },
        ...{ provider: providerName, providerAmount: format.money(one.providerCents, currency) },
      })
    return [
      {
        id: subjectId,
        title: about,
        lines: present([t('openedBy'), opened && by(opened.actorName, opened.at), opened?.note ?? null]),
        ...{ to, files: [] },
      },
      ...entries.map((entry) => ({
        id: entry.id,
        title: entry.asked
          ? t(`asks.${entry.asked}`, {
              ...{ client: clientName, provider: providerName },
              date: format.date(entry.answerBy ?? ''),
            })
          : t('states', { company: companyOf[entry.party] }),
        lines: present([by(entry.authorName, entry.at), entry.text]),
        to,
        files: entry.files.map(({ id: fileId, name, sha256 }) => ({ fileId, name, sha256 })),
      })),
      ...offers.toReversed().map((offer) => ({
        id: offer.id,
        title: casefile('evidence.offer', { company: companyOf[offer.party] }),
        lines: present([
          by(offer.madeByName, offer.madeAt),
          split(offer),
          t(offer.isOver ? 'offers.lapsed' : `offers.status.${offer.status}`),
          offer.note,
        ]),
        ...{ to, files: [] },
      })),
      ...(decision
        ? [
            {
              id: decision.id,
              title: t(decision.offerId ? 'paper.agreed' : 'paper.title'),
              lines: present([by(decision.decidedByName, decision.at), split(decision), decision.reasons]),
              ...{ to: `${to}/decision`, files: [] },
            },
          ]
        : []),
    ]
  })
}

function deliverables(
  { milestones }: CaseEvidence,
  { id, currency }: { id: string; currency: string },
  { casefile: t, disputes, escrow, format }: CaseTexts,
): Entry[] {
  return milestones.map((milestone) => ({
    id: milestone.id,
    title: disputes('paper.milestone', milestone),
    lines: present([
      [escrow(`status.${milestone.status}`), format.money(milestone.amountCents, currency)].join(' · '),
      milestone.description,
      ...milestone.deliverables
        .filter(({ note }, index, all) => note !== '' && all.findIndex((one) => one.note === note) === index)
        .map(({ note, submittedAt }) => t('evidence.submitted', { note, time: format.dateTime(submittedAt) })),
    ]),
    to: `/escrow/${id}`,
    files: milestone.deliverables.flatMap(({ fileId, name, sha256 }) =>
      fileId !== null && name !== null && sha256 !== null ? [{ fileId, name, sha256 }] : [],
    ),
  }))
}

function valuations(
  { milestones }: CaseEvidence,
  currency: string,
  { casefile: t, valuations: tValuation, disputes, format }: CaseTexts,
): Entry[] {
  const money = (cents: number | null) => format.money(cents ?? 0, currency)
  return milestones.flatMap((milestone) =>
    milestone.valuations.map((valuation) => ({
      id: valuation.id,
      title: `${valuation.name} · ${disputes('paper.milestone', milestone)}`,
      lines: present([
        t('evidence.claimed', {
          ...{ amount: money(valuation.claimedNetCents), time: format.dateTime(valuation.claimedAt) },
          status: tValuation(`status.${valuation.status}`),
        }),
        valuation.note,
        valuation.certificate !== null &&
          t('evidence.certified', {
            ...{ certificate: valuation.certificate, amount: money(valuation.grossCents) },
            ...{ retained: money(valuation.retainedCents), name: valuation.certifierName ?? '' },
            time: format.dateTime(valuation.certifiedAt ?? 0),
          }),
        valuation.documentHash && `SHA-256 ${valuation.documentHash}`,
        valuation.decisionReason,
      ]),
      to: `/valuations/${valuation.id}`,
      files: valuation.files,
    })),
  )
}

function changes(
  { changes: proposed }: CaseEvidence,
  { id: contractId, currency }: { id: string; currency: string },
  { casefile: t, changeorders, format }: CaseTexts,
): Entry[] {
  return proposed.map(({ id, name, title, status, grossCents, extensionDays, documentHash, files }) => ({
    id,
    title: `${name}: ${title}`,
    lines: present([
      [changeorders(`status.${status}`), format.money(grossCents, currency)].join(' · '),
      extensionDays !== 0 && t('evidence.extension', { count: extensionDays }),
      documentHash && `SHA-256 ${documentHash}`,
    ]),
    to: `/escrow/${contractId}/case-file/changes`,
    files,
  }))
}

function bidParts(
  { options, bidFiles }: CaseEvidence,
  currency: string,
  { casefile, priceforms: t, format }: CaseTexts,
): Entry[] {
  const entries = options.map(({ id, description, netCents, isChosen }) => ({
    id,
    title: t('option.of', { line: description }),
    lines: [
      t(isChosen ? 'option.chosen' : 'option.notChosen', {
        line: description,
        amount: format.money(netCents, currency),
      }),
    ],
    ...{ to: null, files: [] },
  }))
  if (bidFiles.length === 0) return entries
  return [...entries, { id: 'files', title: casefile('evidence.bidFiles'), lines: [], to: null, files: bidFiles }]
}

function defects(
  { handovers }: CaseEvidence,
  { casefile: t, contracts, handover: tHandover, format }: CaseTexts,
): Entry[] {
  return handovers.flatMap(({ name, status, result, heldOn, reasons, returnReason, documentHash, defects: found }) => [
    {
      id: name,
      title: t('evidence.handover', { name }),
      lines: present([
        [heldOn && format.date(heldOn), tHandover(`status.${status}`), result && tHandover(`result.${result}`)]
          .filter(Boolean)
          .join(' · '),
        reasons,
        returnReason,
        documentHash && `SHA-256 ${documentHash}`,
      ]),
      ...{ to: null, files: [] },
    },
    ...found.map((defect) => ({
      id: defect.id,
      title: `${name}, ${defect.position + 1}. ${defect.description}`,
      lines: present([
        [
          defect.place,
          contracts(`party.${defect.responsible}`),
          defect.dueOn && tHandover('defect.due', { date: format.date(defect.dueOn) }),
          status === 'signed' && tHandover(`defect.status.${defect.status}`),
        ]
          .filter(Boolean)
          .join(' · '),
      ]),
      to: null,
      files: defect.files,
    })),
  ])
}

/** The same as parts of a document. */
export function caseBlocks(sections: readonly CaseSection[], none: string): Block[] {
  return sections.flatMap(({ title, entries }): Block[] => [
    { kind: 'heading', text: title },
    entries.length === 0
      ? { kind: 'text', text: none }
      : {
          kind: 'facts',
          facts: entries.map((entry) => [
            entry.title,
            [...entry.lines, ...entry.files.map(({ name, sha256 }) => `${name}\nSHA-256 ${sha256}`)].join('\n'),
          ]),
        },
  ])
}
