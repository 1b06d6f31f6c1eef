import type { TFunction } from 'i18next'
import type { Block, Cell, ReadableDocument } from '#app/documents/document.ts'
import { filled, leftOver, takeFields, writing } from '#app/features/contracts/frozen-values.ts'
import type { Format } from '#app/i18n/format.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { type HandoverStatus, handoverResults } from '#db/vocabulary/handover.ts'

/** What a handover protocol is read from, on a page or as a PDF. */
export type HandoverPaper = { text: string; status: HandoverStatus; name: string }

/**
 * A handover protocol for reading, made from its canonical text alone, in the language of the texts and `format`. A field that this does not
 * know stands under its own name at the end, so nothing of what is signed is left out.
 */
export function readableHandover(
  { text, status }: HandoverPaper,
  t: TFunction<'handover'>,
  tContract: TFunction<'contracts'>,
  format: Format,
): ReadableDocument {
  const handover = takeFields(readCanonicalText(text).fields)
  const write = writing(format, '')
  const partyName = (side: string) => {
    const known = contractParties.find((one) => one === side)
    return known ? tContract(`party.${known}`) : side
  }
  const name = handover.text('handover')
  const cards = contractParties.map((side) => {
    const party = takeFields(handover.records(side)[0] ?? new Map())
    const title = party.text('name')
    const businessId = party.text('business id')
    const lines = [businessId && tContract('paper.businessId', { id: businessId })]
    lines.push(...leftOver(party.left).map((fact) => fact.join(': ')))
    return { label: tContract(`party.${side}`), title, lines: lines.filter(Boolean) }
  })
  const resultText = handover.text('result')
  const result = handoverResults.find((known) => known === resultText)
  const facts = filled([
    [t('field.contract'), handover.text('contract')],
    [t('field.parts'), handover.text('parts')],
    [t('field.before'), handover.text('parts taken over before')],
    [t('field.heldOn'), write.date(handover.text('held on'))],
    [t('field.present'), handover.text('present')],
    [t('field.result'), result ? t(`result.${result}`) : resultText],
    [t('field.reasons'), handover.text('reasons')],
    [t('field.warrantyUntil'), write.date(handover.text('warranty until'))],
    [t('field.securityUntil'), write.date(handover.text('performance security until'))],
  ])
  const rows = handover.records('defects').map((record): Cell[] => {
    const defect = takeFields(record)
    const [position, description] = [defect.text('position'), defect.text('description')]
    const [place, responsible, due] = [defect.text('place'), defect.text('responsible'), defect.text('due')]
    const note = leftOver(defect.left).map((fact) => fact.join(': '))
    return [
      { text: `${position}. ${description}`, note: note.join('\n') },
      place,
      partyName(responsible),
      write.date(due),
    ]
  })
  // Without defects a canonical text says how many: none.
  if (rows.length === 0) handover.left.delete('defects')
  const files = handover.records('files').map((record): Cell[] => {
    const file = takeFields(record)
    const [position, by] = [file.text('defect'), partyName(file.text('by'))]
    return [{ text: file.text('name'), note: t('paper.fileOf', { position, party: by }) }, file.text('SHA-256')]
  })
  const claims = filled([
    [t('field.clientClaims'), handover.text('claims of the client')],
    [t('field.providerClaims'), handover.text('claims of the provider')],
  ])
  const references = filled([[t('field.contractDigest'), handover.text('SHA-256 of the contract')]])
  const more = leftOver(handover.left)
  const section = (heading: string, blocks: Block[], isThere: boolean): Block[] =>
    isThere ? [{ kind: 'heading', text: heading }, ...blocks] : []
  const table: Block = {
    kind: 'table',
    caption: t('field.defects'),
    columns: [
      { header: t('field.description'), width: 5 },
      { header: t('field.place'), width: 2.5 },
      { header: t('field.responsible'), width: 2.2 },
      { header: t('field.dueOn'), width: 2 },
    ],
    rows,
  }
  const fileTable: Block = {
    kind: 'table',
    caption: t('field.files'),
    columns: [
      { header: t('field.file'), width: 4 },
      { header: 'SHA-256', width: 6 },
    ],
    rows: files,
  }
  return {
    kind: t('paper.kind'),
    number: name,
    title: t('paper.title'),
    mark: status === 'signed' ? null : t(`status.${status}`),
    blocks: [
      { kind: 'cards', cards },
      { kind: 'facts', facts },
      ...section(t('field.defects'), [table], rows.length > 0),
      ...section(t('field.files'), [fileTable], files.length > 0),
      ...section(t('paper.claims'), [{ kind: 'facts', facts: claims }], claims.length > 0),
      ...section(tContract('paper.references'), [{ kind: 'facts', facts: references }], references.length > 0),
      ...section(tContract('paper.more'), [{ kind: 'facts', facts: more }], more.length > 0),
    ],
  }
}
