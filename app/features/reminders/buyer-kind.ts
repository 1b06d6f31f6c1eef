import type { BuyerKind } from '#db/vocabulary/invoicing.ts'

type Buyer = { name: string; businessId: string | null; vatNumber: string | null }

/**
 * Names of housing companies (Limited Liability Housing Companies Act 1599/2009: "asunto-osakeyhtiö", "asunto oy", "as oy" or the same in Swedish is a part of it),
 * of registered associations (Associations Act 503/1989: "rekisteröity yhdistys", "registrerad förening" or its abbreviation) and of foundations.
 */
const forms = [
  /(?:^|\s)(?:asunto-?\s?(?:oy|osakeyhtiö)|as\.?\s?oy|bostads-?\s?ab|bost\.?\s?ab|bostadsaktiebolag(?:et)?)(?=\s|$)/i,
  /(?:^|\s)(?:r\.?\s?y\.?|r\.?\s?f\.?|rekisteröity yhdistys|registrerad förening)$/i,
  /(?:säätiö|stiftelse(?:n)?)(?:\s+s\.?\s?r\.?)?$|\s(?:sr|s\.r\.)$/i,
]

/**
 * What a buyer buys as: as its client's record says, otherwise by its ids and its name. Whoever has no ids is taken for a consumer, and a housing company, an
 * association or a foundation for nobody who does business, because a record can say that it does, and nothing is asked that may not be owed.
 */
export function buyerKindOf(stated: BuyerKind | null, { name, businessId, vatNumber }: Buyer): BuyerKind {
  if (stated) return stated
  if (!businessId && !vatNumber) return 'consumer'
  return forms.some((form) => form.test(name.trim())) ? 'other' : 'business'
}
