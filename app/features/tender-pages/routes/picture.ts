import type { LoaderFunctionArgs } from '@remix-run/node'
import { pictureLocale, sharePictureAnswer } from '#app/documents/share-picture-answer.server.ts'
import { orNotFound, visitorContext } from '#app/features/accounts/guards.server.ts'
import { findPublicTender } from '#app/features/tender-pages/queries.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { formatsFor } from '#app/i18n/languages.ts'
import { businessTimeZone } from '#app/platform/business-day.ts'
import { productName } from '#app/platform/product.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'

/** The picture beside links to a public project: what its page says, in the language that the address names. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await visitorContext(request)
    await consumePoint(ctx.db.$client, rateLimits.sharePicture, addressKey(ctx.ip))
    const tender = orNotFound(findPublicTender(ctx, params.projectId ?? ''))
    const locale = pictureLocale(request)
    const t = i18nFor(locale).getFixedT(null, ['tenderpages', 'projects'])
    const { deadline } = formatFor(formatsFor(locale, null), tender.timeZone ?? businessTimeZone)
    const until = tender.isOpen
      ? `${t('projects:field.bidDeadline')}: ${deadline(tender.bidDeadline)}`
      : t('tenderpages:over')
    const where = [tender.location, t(`projects:category.${tender.category}`)].filter(Boolean).join(' · ')
    return sharePictureAnswer({ product: productName, title: tender.title, facts: [where, tender.client, until] })
  })
