import type { TFunction } from 'i18next'
import type { Block } from '#app/documents/document.ts'
import { filled, takeFields, writing } from '#app/features/contracts/frozen-values.ts'
import { deadlineText } from '#app/i18n/deadline-text.ts'
import type { Format } from '#app/i18n/format.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { type ExclusionGround, exclusionGrounds, groundNames, revocationKinds } from './revocation.ts'

/** The texts of a reader's language, each `t` of the namespace of its name. */
export type RevocationReader = { t: TFunction<'revocation'>; ui: TFunction<'ui'>; format: Format }

/** What a letter or a memo says of the client's revocation of its award, from the frozen text alone; nothing where there is none. */
export function revocationBlocks(
  { revocation, revocationDigest }: { revocation: string | null; revocationDigest: string | null },
  { t, ui, format }: RevocationReader,
): Block[] {
  if (revocation === null || revocationDigest === null) return []
  const frozen = takeFields(readCanonicalText(revocation).fields)
  const [kindText, groundText] = [frozen.text('kind'), frozen.text('ground')]
  const kind = revocationKinds.find((one) => one === kindText)
  const ground = groundNames.find((one) => one === groundText)
  const names = { client: frozen.text('client'), winner: frozen.text('chosen') }
  const [by, limit] = [frozen.text('revoked by'), frozen.text('mandate')]
  const mandate = writing(format, frozen.text('currency')).money
  return [
    { kind: 'heading', text: t('title') },
    ...(kind ? [{ kind: 'text' as const, text: t(`about.${kind}`, names) }] : []),
    {
      kind: 'facts',
      facts: filled([
        [
          t('revokedAt'),
          deadlineText(Date.parse(frozen.text('revoked')), frozen.text('time zone') || null, format, ui),
        ],
        [t('revokedBy'), by === '' || limit === 'no limit' ? by : t('limited', { name: by, limit: mandate(limit) })],
        [t('reason'), frozen.text('reason')],
        [t('ground'), ground ? t(`grounds.${ground}`) : groundText],
        [t('source'), ground ? legalBasis(ground, t) : frozen.text('source')],
        [t('details'), frozen.text('details')],
        [t('contact'), frozen.text('contact')],
        [t('appeals'), frozen.text('appeals')],
        [t('decision'), frozen.text('SHA-256 of the decision')],
        [t('digest'), revocationDigest],
      ]),
    },
  ]
}

/** The frozen text of a revocation as a file within a PDF. */
export const revocationFile = (revocation: string | null, description: string) =>
  revocation === null ? [] : [{ name: 'revocation.txt', text: revocation, description }]

/** Where the law has a ground, in the reader's language; empty where it is the client's own. */
export function legalBasis(ground: ExclusionGround, t: TFunction<'revocation'>): string {
  const source = exclusionGrounds[ground]
  if (source === null) return ''
  const { article, section } = source
  return section === null ? t('lawDirective', { article }) : t('law', { article, section })
}
