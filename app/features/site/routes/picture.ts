import type { LoaderFunctionArgs } from '@remix-run/node'
import { pictureLocale, sharePictureAnswer } from '#app/documents/share-picture-answer.server.ts'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { fileAnswer } from '#app/i18n/file-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { productName } from '#app/platform/product.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'

/** The picture beside links to the landing and the pricing page, in the language that the address names. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  fileAnswer(request, async () => {
    const ctx = await visitorContext(request)
    await consumePoint(ctx.db.$client, rateLimits.sharePicture, addressKey(ctx.ip))
    const t = i18nFor(pictureLocale(request)).getFixedT(null, 'site')
    return sharePictureAnswer({ product: productName, title: t('landing.heading'), facts: [t('landing.eyebrow')] })
  })
