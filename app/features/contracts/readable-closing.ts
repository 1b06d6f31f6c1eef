import type { TFunction } from 'i18next'
import type { Block } from '#app/documents/document.ts'
import { delayDayKinds, securityKinds, securityPurposes } from '#db/vocabulary/contracts.ts'
import { type Facts, filled, leftOver, type takeFields, type writing } from './frozen-values.ts'

type Fields = ReturnType<typeof takeFields>

/** What a contract's text says of its handover, warranty, securities and delay damages; nothing where it says nothing of them. */
export function closingBlocks(
  contract: Fields,
  takeRecord: typeof takeFields,
  write: ReturnType<typeof writing>,
  t: TFunction<'securities'>,
): Block[] {
  const months = contract.text('warranty months')
  const facts: Facts = [
    [t('form.handoverDue'), write.date(contract.text('ready for handover'))],
    [t('paper.warranty'), months && t('paper.warrantyTime', { count: Number(months) })],
  ]
  for (const record of contract.records('securities')) {
    const security = takeRecord(record)
    const [purposeText, kindText, until] = [security.text('purpose'), security.text('kind'), security.text('until')]
    const purpose = securityPurposes.find((known) => known === purposeText)
    const kind = securityKinds.find((known) => known === kindText)
    const percent = security.text('percent')
    const amount = write.money(security.text('amount'))
    const count = Number(security.text('months after'))
    const value = [
      percent ? t('paper.share', { amount, percent: write.percent(percent) }) : amount,
      kind ? t(`kind.${kind}`) : kindText,
      until === 'handover' ? t('paper.untilHandover', { count }) : t('paper.untilWarranty', { count }),
      ...leftOver(security.left).map((fact) => fact.join(': ')),
    ]
    facts.push([purpose ? t(`purpose.${purpose}`) : purposeText, value.join('\n')])
  }
  for (const record of contract.records('delay damages')) {
    const delay = takeRecord(record)
    const daysText = delay.text('days')
    const days = delayDayKinds.find((known) => known === daysText)
    const count = Number(delay.text('maximum days'))
    const value = [
      t('paper.delay', { percent: write.percent(delay.text('daily percent')), count }),
      days ? t(`days.${days}`) : daysText,
      ...leftOver(delay.left).map((fact) => fact.join(': ')),
    ]
    facts.push([t('paper.delayDamages'), value.join('\n')])
  }
  const said = filled(facts)
  return said.length === 0
    ? []
    : [
        { kind: 'heading', text: t('form.title') },
        { kind: 'facts', facts: said },
      ]
}
